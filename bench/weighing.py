"""What a turn and a game weigh: bytes a person downloads for a turn, and bytes that a game's rows take.

As shares of what boardgame.io needs for the same game: 66 KB to reconnect at move 250, 76 KB stored a game.
"""

from flask.testing import FlaskClient
from sqlalchemy import text

from bench.world import a_game, a_world, next_answer, play, table_of, tell
from service.web.app import create_app
from service.world import World

RECONNECT, STORED = 66_000, 76_000
HANDS, MOVES = 10, 250
LOG = ("games", "seats", "moves", "deals", "points", "turns")
PACKED = {"Accept-Encoding": "gzip"}


def downloaded(client: FlaskClient, path: str, known: set[str]) -> int:
    """The bytes of a page and of the files it names that are not known yet, packed as a browser asks for them."""
    answer = client.get(path, headers=PACKED)
    total = len(answer.data)
    plain = client.get(path).get_data(as_text=True)
    for file in {part.partition('"')[0] for part in plain.split('="/static/')[1:]} - known:
        total += len(client.get(f"/static/{file}", headers=PACKED).data)
        known.add(file)
    return total


def stored(world: World, game_id: int) -> int:
    """The bytes of a game's rows, as text."""
    total = 0
    with world.reading() as session:
        for table in LOG:
            key = "id" if table == "games" else "game_id"
            rows = session.connection().execute(text(f"SELECT * FROM {table} WHERE {key} = {game_id}"))
            total += sum(len(value if isinstance(value, bytes) else str(value)) for row in rows for value in row)
    return total


def main() -> None:
    """Print the shares."""
    with a_world() as world:
        slug = a_game(world, HANDS)
        play(world, slug, MOVES)
        client, known = create_app(world).test_client(), set[str]()
        token = next_answer(world, slug)[0]
        first, later = downloaded(client, f"/t/{token}", known), downloaded(client, f"/t/{token}", known)
        game_first, game_later = downloaded(client, f"/g/{slug}", set()), downloaded(client, f"/g/{slug}", known | {""})
        for name, size in (("first", first), ("later", later)):
            tell(f"weighing, a turn at move {MOVES}, {name}: {size / RECONNECT:.2f} of a reconnection ({size:,} bytes)")
        tell(f"weighing, the game's page, first and later: {game_first:,} and {game_later:,} bytes")
        play(world, slug, HANDS * 32 - MOVES)
        size = stored(world, table_of(world, slug).id)
        tell(f"weighing, a game of {HANDS * 32} moves: {size / STORED:.2f} of boardgame.io's ({size:,} bytes)")


if __name__ == "__main__":
    main()
