"""Whether the service is well, for those who watch it: a page for a health check and figures for Prometheus."""

import hmac

from flask import Blueprint, Response, jsonify, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

from service.play import vitals
from service.play.errors import NotFound
from service.web.context import world

health = Blueprint("health", __name__)


@health.get("/healthz")
def healthz() -> tuple[Response, int]:
    """200 when the database answers with the newest tables, else 503; and the alarms that are known at once.

    A late clock or mail that waits is no reason to end a web process, so it changes no status.
    """
    seen = vitals.pulse(world())
    well, alarms = seen.database and seen.migrated, vitals.late(seen)
    answer = jsonify(
        status="ok" if well else "unwell",
        database="ok" if seen.database else "silent",
        migrations="ok" if seen.migrated else "behind" if seen.database else "unknown",
        clock_age=seen.clock_age,
        oldest_unsent=seen.oldest_unsent,
        alarms=[alarm.sentence for alarm in alarms],
    )
    return answer, 200 if well else 503


@health.get("/metrics")
def metrics() -> Response:
    """The service's figures in Prometheus' text format, for who has the token."""
    token = world().settings.metrics_token
    given = request.headers.get("Authorization", "").encode()
    if not token or not hmac.compare_digest(given, f"Bearer {token}".encode()):
        raise NotFound()
    registry = CollectorRegistry()
    for name, value in vitals.figures(world()).items():
        Gauge(f"ohhell_{name}", name.replace("_", " "), registry=registry).set(value)
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
