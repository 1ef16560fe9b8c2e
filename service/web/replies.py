"""Replies that come in by the web: from a mail provider's signed hook, and from the form on a mailbox page."""

from flask import Blueprint, Response, abort, current_app, jsonify, request
from sqlalchemy.exc import SQLAlchemyError

from service.mail.inbox import Arrival, http
from service.play import replies as play
from service.play.errors import Busy
from service.web.context import world

replies = Blueprint("replies", __name__)


@replies.post("/inbox")
def receive() -> tuple[Response, int]:
    """Take a raw message. 200 with what became of it, once that is in the database; 503 to be tried again."""
    here = world()
    if not here.settings.inbox_secret:
        abort(404)
    request.max_content_length = int(here.settings.inbox_size)
    timestamp, signature = (request.headers.get(name, "") for name in (http.TIMESTAMP, http.SIGNATURE))
    body = request.get_data(cache=False)
    if not http.genuine(here.settings.inbox_secret, timestamp, signature, body, here.now().timestamp()):
        return jsonify(error="The signature is wrong or too old."), 403
    try:
        fate = play.take(here, Arrival(body, "http"))
    except (SQLAlchemyError, OSError, Busy) as fault:
        current_app.logger.error("a message for the inbox has to wait: %s", type(fault).__name__)
        return jsonify(error="This cannot be taken just now; try again later."), 503
    return jsonify(fate=fate.word), 200
