"""What is written in a reply, and what is played: the wording, not the mail around it."""

import pytest

from service.engine import ohhell
from service.mail.reading import Chosen, Command, Nothing, Pass, Unclear, Understood, understand
from tests.engine import playing
from tests.mail.reading.corpus import view


def read_at(position: str, text: str) -> Understood:
    seen = view(position)
    return understand(text, None, seen, seen.legal)


def played(position: str, text: str) -> str:
    """The move that is chosen, as it is written, or the name of what was understood instead."""
    match read_at(position, text):
        case Chosen(move):
            return ohhell.write_move(move)
        case other:
            return type(other).__name__


@pytest.mark.parametrize(
    "text",
    [
        *(
            "2",
            "2.",
            "2:",
            " 2 ",
            "(2)",
            "*2*",
            "#2",
            "“2”",
            "2!",
            "- 2",
            "２",
            "٢",
            "2\u00a0",
            "\u2068" + "2\u2069",
            "2️⃣",
        ),
        *("bid 2", "Bid: 2", "I bid two.", "i’ll bid 2 please", "my bid is 2", "TWO", "2 tricks", "I'd like to bid 2"),
        *(
            "hello\n2",
            "2 // good luck",
            "2//x",
            "Put me down for two, thanks.",
            "2\n2",
            "2\n\n👍",
            "2\nsee https://a.b/c",
        ),
    ],
)
def test_a_bid_is_read_however_it_is_written(text: str) -> None:
    assert played("bid", text) == "2"


@pytest.mark.parametrize("text", ["0", "zero", "I bid zero.", "nil", "none", "nought", "bid 0"])
def test_zero_is_a_bid_like_any_other(text: str) -> None:
    assert played("bid", text) == "0"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "QC",
            "qc",
            "Q♣",
            "♣Q",
            "Q♣️",
            "Q ♣",
            "q♧",
            "Q c",
            "QC.",
            "QC:",
            "ＱＣ",
            "“Q♣”",
            "Queen of clubs",
            "the queen",
        ),
        *("queen", "clubs queen", "queen clubs", "Q of clubs", "I play the queen of clubs", "lead QC please"),
        *("play: QC // take that", "QC (queen of clubs)", "My queen!", "QUEEN OF CLUBS"),
    ],
)
def test_a_card_is_read_however_it_is_written(text: str) -> None:
    assert played("lead", text) == "QC"


@pytest.mark.parametrize("text", ["10C", "10♣", "T♣", "tc", "10 clubs", "ten of clubs", "10 of ♣", "♣10", "10 c"])
def test_a_ten_is_written_with_one_letter_or_two_figures(text: str) -> None:
    assert played("lead", text) == "TC"


@pytest.mark.parametrize(("text", "card"), [("the 6", "6D"), ("play 8", "8D"), ("A♠️", "AS"), ("a of spades", "AS")])
def test_a_rank_is_enough_where_it_can_mean_one_legal_card(text: str, card: str) -> None:
    assert played("lead", text) == card


def test_a_heart_in_words_is_the_only_heart_and_never_the_ace() -> None:
    assert played("lead", "a heart") == "TH"
    assert played("lead", "I play a club") == "Unclear"


@pytest.mark.parametrize(
    "text",
    [
        *("2 or 3", "2\n3", "2, 3", "2\nno, 3", "2\nor 3", "2\nactually 3", "2\nQC", "2\npass", "2\npause", "hand\n2"),
        *(
            "2?",
            "-2",
            "+2",
            "2.5",
            "2/3",
            "not 2",
            "2 maybe",
            "1e1",
            "2nd",
            "2:30",
            "99",
            "8",
            "<2",
            "~",
            "two hundred",
        ),
        *("two three", "QC", "the two", "https://cards.example/t/2", "I had 2 in the first hand", "3 2 1 go"),
    ],
)
def test_nothing_is_played_when_a_bid_is_not_plain(text: str) -> None:
    assert played("bid", text) in {"Unclear", "Nothing"}


@pytest.mark.parametrize(
    "text",
    [
        *("QC KS", "QC or KS", "QC\nKS", "Q", "K", "the ten", "clubs", "QH", "queen of hearts", "8", "six", "C", "♣"),
        *("not QC", "QC?", "Ah!", "as!", "QCC", "1C", "11 of clubs", "queen of spades and clubs", "of clubs"),
    ],
)
def test_nothing_is_played_when_a_card_is_not_plain(text: str) -> None:
    assert played("lead", text) in {"Unclear", "Nothing"}


@pytest.mark.parametrize("text", ["", "\n \n", "❤️", "♥", "👍🏽", "♣️", "...", "?", "❤️ Ann reacted via Gmail"])
def test_an_emoji_alone_is_a_reaction_and_no_card(text: str) -> None:
    assert read_at("lead", text) == Nothing()


@pytest.mark.parametrize("text", ["pass", "I pass.", "Pass!", "passing"])
def test_passing_is_explained(text: str) -> None:
    bidding, playing_ = read_at("bid", text), read_at("lead", text)

    assert isinstance(bidding, Pass) and bidding.reason == "Nobody passes in Oh Hell: 0 is a bid."
    assert bidding.choices == view("bid").legal
    assert isinstance(playing_, Pass) and "play one of your cards" in playing_.reason


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(
            ("help", "help"),
            ("HELP!", "help"),
            ("hand?", "hand"),
            ("show me my hand please", "hand"),
            ("score", "score"),
        ),
        *(("The score, please", "score"), ("pause", "pause"), ("unsubscribe", "pause"), ("resume", "resume")),
        *(("I’m back", "resume"), ("I am back!", "resume")),
    ],
)
def test_a_command_is_read_with_or_without_courtesy(text: str, name: str) -> None:
    assert read_at("bid", text) == Command(name)  # type: ignore[arg-type]


def test_being_back_goes_with_a_move() -> None:
    assert read_at("bid", "I'm back!\n2") == Chosen(ohhell.Bid(2))
    assert read_at("bid", "2\nI'm back!") == Chosen(ohhell.Bid(2), "I'm back!")


def test_remarks_and_the_lines_below_a_move_are_for_the_table() -> None:
    text = "Hi all\n2 // good luck\nI have a feeling\n// about this\n\nBest regards,\nAnn\n"

    assert read_at("bid", text) == Chosen(ohhell.Bid(2), "good luck I have a feeling about this")


def test_a_remark_is_one_line_of_bearable_length_that_turns_nothing_around() -> None:
    chosen = read_at("bid", "2\n" + "\u202eevil\u202c \u0007 word " * 200)

    assert isinstance(chosen, Chosen)
    assert len(chosen.comment) == 500 and chosen.comment.isprintable()


def test_a_signature_is_never_table_talk() -> None:
    for ending in (
        "-- \nAnn\n7",
        "Sent from my iPhone",
        "Von meinem iPhone gesendet",
        "_" * 40 + "\nlist\n3",
        "Cheers\nAnn",
    ):
        assert read_at("bid", f"2\n\n{ending}") == Chosen(ohhell.Bid(2))


def test_a_phone_s_signature_above_the_answer_hides_nothing() -> None:
    assert played("bid", "Sent from my iPhone\n\n2") == "2"


def test_when_no_move_is_awaited_none_is_played_and_commands_still_work() -> None:
    seen = view("bid")

    unclear = understand("2", None, seen, ())

    assert isinstance(unclear, Unclear) and "no move of yours is awaited" in unclear.reason
    assert understand("score", None, seen, ()) == Command("score")


def test_of_identical_cards_the_first_is_played() -> None:
    rules = playing.one_hand(2, "two-decks")
    hands = ["QH QH*", "2C 3C", "4C 5C", "6C 7C", "8C 9C", "TC JC", "2S 3S", "4S 5S"]
    game = playing.bid_all(playing.dealt(rules, *hands, turned="2D"), *[0] * 8)
    seen = ohhell.view(game, 0)

    for choices in (seen.legal, seen.legal[::-1]):
        assert understand("queen of hearts", None, seen, choices) == Chosen(ohhell.Play(ohhell.parse_card("QH")))
    assert understand("the queen", None, seen, seen.legal) == Chosen(ohhell.Play(ohhell.parse_card("QH")))


def test_where_two_moves_are_found_a_library_may_know_the_second_for_a_quote() -> None:
    unknown_to_the_tables = "On Tuesday Oh Hell by post wrote:"

    assert played("bid", f"2\n\n{unknown_to_the_tables}\n3\n") == "2"
    assert played("bid", f"{unknown_to_the_tables}\n2\n3\n") == "Unclear"
    assert played("bid", "2\n" + "x\n" * 100 + f"{unknown_to_the_tables}\n3\n") == "Unclear"


@pytest.mark.parametrize(
    "closing",
    [
        *("Ann", "- Ann", "~ Ann Example", "Ann Example\nCard Road 3", "LG Ann", "Cheers, Ann", "Thanks, Ann."),
        *("Kind regards,\nAnn Example\nHead of Cards\nExample Ltd\n3 Card Road\nT 12345", "Regards\nAnn\na\nb\nc\nd"),
        *("iPhone’umdan gönderildi", "Az iPhone-omról küldve", "Obter o Outlook para iOS", "iOS 版 Outlook を入手"),
        *("مُرسل من الـ iPhone", "Checked by AVG - http://www.avg.com", "Mit besten Grüßen / Kind regards\nAnn"),
    ],
)
def test_however_a_player_signs_the_table_does_not_hear_it(closing: str) -> None:
    seen = view("bid")

    assert understand(f"2\n\n{closing}\n", None, seen, seen.legal, "Ann Example") == Chosen(ohhell.Bid(2))


@pytest.mark.parametrize("remark", ["Thanks Bob!", "Best of luck", "Ann always says so", "My iPhone is broken"])
def test_a_remark_that_begins_as_a_signature_does_is_still_heard(remark: str) -> None:
    seen = view("bid")

    assert understand(f"2\n{remark}", None, seen, seen.legal, "Ann Example") == Chosen(ohhell.Bid(2), remark)


@pytest.mark.parametrize("text", ["2\nor 3?", "2\n3?", "2\nhmm, 3", "2\n\n- 3", "2?", "dk", "ha", "♥ 2 ♥"])
def test_a_doubt_below_a_move_or_beside_it_plays_nothing(text: str) -> None:
    seen = view("bid")

    assert not isinstance(understand(text, None, seen, seen.legal), Chosen)


@pytest.mark.parametrize("text", ["2 😀", "👍🏽 2", "2 - Ann", "2, cheers", "I think 2", "hmm, 2", "I shall bid 2"])
def test_a_smile_a_name_or_a_sigh_beside_a_move_takes_nothing_from_it(text: str) -> None:
    seen = view("bid")

    assert understand(text, None, seen, seen.legal, "Ann Example") == Chosen(ohhell.Bid(2))
