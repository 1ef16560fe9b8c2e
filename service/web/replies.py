"""Replies that come in by the web: from a mail provider's signed hook."""

from flask import Blueprint, Response, abort, jsonify, request
from sqlalchemy.exc import SQLAlchemyError

from service.mail.inbox import Arrival, http
from service.play import replies as play
from service.play.errors import Busy
from service.web import errors
from service.web.context import world

replies = Blueprint("replies", __name__)
for trouble in (SQLAlchemyError, OSError, Busy):
    replies.register_error_handler(trouble, errors.hook_waits)


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
    fate = play.take(here, Arrival(body, "http"))
    return jsonify(fate=fate.word), 200
