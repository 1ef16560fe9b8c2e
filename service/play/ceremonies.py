"""What authenticators are asked and how their answers are checked (WebAuthn); knows no person and no table."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, TypeVar
from urllib.parse import urlsplit

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import parse_authentication_credential_json, parse_client_data_json
from webauthn.helpers.parse_registration_credential_json import parse_registration_credential_json
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    RegistrationCredential,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from service.config import Settings
from service.mail import links
from service.play.errors import BadField, NotYours

SERVICE = "Oh Hell by post"
TIMEOUT = 5 * 60 * 1000  # milliseconds that a browser gives its user
UNREADABLE = "What your browser sent as a passkey cannot be read. Sign in with a link instead."
UNKNOWN = "This passkey signs nobody in here; it may have been removed. Sign in with a link instead."
UNMADE = "Your browser's answer does not fit what was asked, so no passkey was added. Try again."
PREFERRED = UserVerificationRequirement.PREFERRED
T = TypeVar("T")


@dataclass(frozen=True)
class Site:
    """Where passkeys are good: the relying party's id, and the origin that browsers must name."""

    rp_id: str
    origin: str


def site(settings: Settings) -> Site | None:
    """The site that passkeys are for; None where browsers offer none: at a bare IP address, or without TLS."""
    base = urlsplit(links.ascii_base(settings.base).lower())
    host, usual = base.hostname or "", {"https": 443, "http": 80}[base.scheme]
    if _is_ip(host) or not (base.scheme == "https" or host == "localhost" or host.endswith(".localhost")):
        return None
    port = f":{base.port}" if base.port not in (None, usual) else ""
    return Site(host, f"{base.scheme}://{host}{port}")


def ask_to_make(
    site: Site, challenge: bytes, handle: bytes, email: str, name: str, credential_ids: Sequence[bytes]
) -> str:
    """The options, as JSON, for a browser to make a passkey that the authenticator does not have yet."""
    own = [PublicKeyCredentialDescriptor(id=credential_id) for credential_id in credential_ids]
    selection = AuthenticatorSelectionCriteria(
        resident_key=ResidentKeyRequirement.REQUIRED, require_resident_key=True, user_verification=PREFERRED
    )
    options = generate_registration_options(
        rp_id=site.rp_id,
        rp_name=SERVICE,
        user_id=handle,
        user_name=email,
        user_display_name=name,
        challenge=challenge,
        timeout=TIMEOUT,
        authenticator_selection=selection,
        exclude_credentials=own,
    )
    return options_to_json(options)


def ask_to_use(site: Site, challenge: bytes) -> str:
    """The options, as JSON, for a browser to use whichever passkey its user chooses."""
    options = generate_authentication_options(
        rp_id=site.rp_id, challenge=challenge, timeout=TIMEOUT, user_verification=PREFERRED
    )
    return options_to_json(options)


def read(raw: bytes) -> dict[str, Any]:
    """What a browser posted, as an object. Raises `BadField`."""
    posted: dict[str, Any] = _tried(lambda: json.loads(raw), BadField("credential", UNREADABLE))
    if not isinstance(posted, dict) or not isinstance(posted.get("credential"), dict):
        raise BadField("credential", UNREADABLE)
    return posted


def made(posted: dict[str, Any]) -> RegistrationCredential:
    """A passkey that was made, as yet unchecked. Raises `BadField`."""
    return _tried(lambda: parse_registration_credential_json(posted["credential"]), BadField("credential", UNREADABLE))


def used(posted: dict[str, Any]) -> AuthenticationCredential:
    """A passkey that was used, as yet unchecked. Raises `BadField`."""
    credential = posted["credential"]
    return _tried(lambda: parse_authentication_credential_json(credential), BadField("credential", UNREADABLE))


def challenge_in(credential: RegistrationCredential | AuthenticationCredential) -> bytes:
    """The challenge that an answer says it answers. Raises `BadField`."""
    data = credential.response.client_data_json
    return _tried(lambda: parse_client_data_json(data).challenge, BadField("credential", UNREADABLE))


def check_made(site: Site, challenge: bytes, credential: RegistrationCredential) -> VerifiedRegistration:
    """The passkey, once it is found to have been made for this site and challenge. Raises `NotYours`."""
    return _tried(
        lambda: verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.rp_id,
            expected_origin=site.origin,
        ),
        NotYours(UNMADE),
    )


def check_used(
    site: Site, challenge: bytes, credential: AuthenticationCredential, public_key: bytes, sign_count: int
) -> VerifiedAuthentication:
    """The use of a passkey, once its signature, site, challenge and count are found right. Raises `NotYours`."""
    return _tried(
        lambda: verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.rp_id,
            expected_origin=site.origin,
            credential_public_key=public_key,
            credential_current_sign_count=sign_count,
        ),
        NotYours(UNKNOWN),
    )


def _tried(act: Callable[[], T], fault: Exception) -> T:
    """What comes of it; anything that goes wrong is the fault of what was posted."""
    try:
        return act()
    except Exception:  # the library lets through whatever error broken bytes cause
        raise fault from None


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
