"""Whether a receiving server vouches for a sender."""

import pytest

from service.mail.inbox.trust import same_address, vouched
from service.mail.reading import read

MX = "mx.cards.example"


def verdict(*headers: str) -> bool | None:
    """What these Authentication-Results say of ann@friends.example."""
    raw = "".join(f"Authentication-Results: {header}\r\n" for header in headers) + "From: ann@friends.example\r\n\r\n"
    return vouched("ann@friends.example", read(raw.encode()).authentication, MX)


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ((), None),
        ((f"{MX}; none",), None),
        ((f"{MX}; dmarc=pass header.from=friends.example",), True),
        ((f"{MX}; dkim=pass header.d=mail.friends.example",), True),
        ((f"{MX}; spf=pass smtp.mailfrom=bounces@friends.example",), True),
        ((f"{MX}; dkim=fail header.d=friends.example; spf=pass smtp.mailfrom=friends.example",), True),
        ((f"{MX}; dkim=pass header.d=list.example; dkim=pass header.d=friends.example",), True),
        ((f"{MX}; dkim=pass header.d=elsewhere.example",), None),
        ((f"{MX}; dkim=pass header.d=notfriends.example",), None),
        ((f"{MX}; dkim=pass header.d=example",), None),
        ((f"{MX}; spf=fail smtp.mailfrom=friends.example",), False),
        ((f"{MX}; spf=softfail smtp.mailfrom=friends.example",), None),
        ((f"{MX}; dkim=fail header.d=friends.example",), False),
        ((f"{MX}; dmarc=fail header.from=friends.example; spf=pass smtp.mailfrom=friends.example",), False),
        (("mx.forged.example; dmarc=pass header.from=friends.example",), None),
        ((f"{MX}; dmarc=fail header.from=friends.example", f"{MX}; dmarc=pass header.from=friends.example"), False),
        ((f"{MX}; spf=pass smtp.mailfrom=friends.example", f"{MX}; dkim=none"), True),
    ],
)
def test_only_the_named_server_vouches_and_only_for_the_senders_own_domain(
    headers: tuple[str, ...], said: bool | None
) -> None:
    assert verdict(*headers) is said


def test_nobody_is_trusted_when_no_server_is_named() -> None:
    found = read(f"Authentication-Results: {MX}; dmarc=pass header.from=friends.example\r\n\r\n".encode())

    assert vouched("ann@friends.example", found.authentication, "") is None


def test_an_address_is_the_same_in_any_case_and_in_either_form_of_its_domain() -> None:
    assert same_address("Ann@Friends.Example", "ann@friends.example")
    assert same_address("ann@bücher.example", "ann@xn--bcher-kva.example")
    assert not same_address("ann@friends.example", "ann@friend.example")
    assert not same_address("not an address", "ann@friends.example")
