"""Whether the service is well, for those who watch it."""

from flask import Blueprint, Response, jsonify
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import select

from service.store.tables import Game
from service.web.context import world
from service.world import World

health = Blueprint("health", __name__)


@health.get("/healthz")
def healthz() -> tuple[Response, int]:
    """200 when the database answers with its tables, else 503."""
    well = database_answers(world())
    return jsonify(status="ok" if well else "unwell", database="ok" if well else "silent"), 200 if well else 503


def database_answers(world: World) -> bool:
    """Whether the database can be reached and has its tables."""
    try:
        with world.reading() as session:
            session.exec(select(Game.id).limit(1)).first()
    except (SQLAlchemyError, OSError):
        return False
    return True
