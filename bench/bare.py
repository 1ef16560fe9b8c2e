"""A bare Flask view that does the two inserts of a move, a move and its mail, and nothing else; run by gunicorn."""

import os
import sqlite3
import threading
from typing import Any

import psycopg
from flask import Flask, request

URL = os.environ["BARE_URL"]
CREATE = (
    "CREATE TABLE IF NOT EXISTS bare_moves (game int, ply int, hand int, seat int, decision int, move text, at text,"
    " PRIMARY KEY (game, ply))",
    "CREATE TABLE IF NOT EXISTS bare_mails (purpose text PRIMARY KEY, kind text, address text, game int, due_at text)",
)
MOVE, MAIL = "INSERT INTO bare_moves VALUES (?,?,?,?,?,?,?)", "INSERT INTO bare_mails VALUES (?,?,?,?,?)"
own = threading.local()


def connection() -> Any:
    """This thread's connection, as durable as the service's."""
    if not hasattr(own, "connection"):
        if URL.startswith("sqlite"):
            own.connection = sqlite3.connect(URL.removeprefix("sqlite:///"), timeout=30, isolation_level="IMMEDIATE")
            own.connection.execute("PRAGMA journal_mode=WAL")
            own.connection.execute("PRAGMA synchronous=FULL")
        else:
            own.connection = psycopg.connect(URL.replace("postgresql+psycopg", "postgresql"))
    return own.connection


def application() -> Flask:
    """The view."""
    app = Flask(__name__)
    mark = "?" if URL.startswith("sqlite") else "%s"
    with connection() as database:
        for table in CREATE:
            database.execute(table)
    del own.connection

    @app.post("/<int:game>/<int:ply>")
    def move(game: int, ply: int) -> tuple[str, int]:
        made, at = request.form["move"], "2026-01-01T00:00:00"
        database = connection()
        database.execute(MOVE.replace("?", mark), (game, ply, 1, ply % 4, ply // 4, made, at))
        mail = (f"turn/{game}/{ply}", "turn", "ann@friends.example", game, at)
        database.execute(MAIL.replace("?", mark), mail)
        database.commit()
        return "", 303

    return app
