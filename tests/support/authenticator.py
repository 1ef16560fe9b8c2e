"""An authenticator without a screen: makes passkeys and signs with them as a browser would hand it on."""

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def text(raw: bytes) -> str:
    """Bytes as WebAuthn's JSON has them."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(text: str) -> bytes:
    """The bytes of such a text."""
    return urlsafe_b64decode(text + "==")


@dataclass
class Authenticator:
    """A device with one passkey. `origin` is the page that its browser shows."""

    origin: str
    credential_id: bytes = b"a credential of sixteen or more"
    count: int = 0
    handle: bytes = b""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer to `navigator.credentials.create`."""
        self.handle = raw(options["user"]["id"])
        spot = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: spot.x.to_bytes(32), -3: spot.y.to_bytes(32)})
        attested = bytes(16) + len(self.credential_id).to_bytes(2) + self.credential_id + public
        told = self._told(options["rp"]["id"], PRESENT | VERIFIED | ATTESTED) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": told})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer(clientDataJSON=client, attestationObject=statement)

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer to `navigator.credentials.get`."""
        self.count += 1
        told = self._told(options["rpId"], PRESENT | VERIFIED)
        client = self._client("webauthn.get", options["challenge"])
        signature = self.key.sign(told + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=told, signature=signature, userHandle=self.handle)

    def _told(self, site: str, flags: int) -> bytes:
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _answer(self, **parts: bytes) -> dict[str, Any]:
        response = {name: text(part) for name, part in parts.items()}
        own = text(self.credential_id)
        return {"id": own, "rawId": own, "type": "public-key", "response": response}
