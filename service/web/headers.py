"""What every answer tells the browser: run nothing foreign, keep nothing private, say nothing about where one was."""

from flask import Flask, Response, request, session

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "frame-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
MOST_NOTES = 3
TOKENS = ("/t/", "/in/", "/address/", "/i/", "/u/", "/back/", "/again/", "/join/", "/calendar/", "/mailbox")


def init_app(app: Flask) -> None:
    """Set the headers on every answer, errors included."""
    app.after_request(_guard)
    if app.config["SESSION_COOKIE_SECURE"]:
        app.after_request(_stay_safe)


def policy(**changes: str) -> str:
    """The content policy with some of its parts changed: `policy(style_src="'unsafe-inline'")`."""
    parts = POLICY | {name.replace("_", "-"): value for name, value in changes.items()}
    return "; ".join(f"{name} {value}".strip() for name, value in parts.items())


def _stay_safe(response: Response) -> Response:
    """Where the service is reached by https, browsers must never come by http (RFC 6797)."""
    response.headers["Strict-Transport-Security"] = f"max-age={365 * 24 * 3600}"
    return response


def _guard(response: Response) -> Response:
    if len(notes := session.get("_flashes", ())) > MOST_NOTES:  # a client that opens no page never reads them
        session["_flashes"] = notes[-MOST_NOTES:]
    if "csrf_token" in session:  # phones forget short-lived cookies, and a turn may wait for days
        session.permanent = True
    secret = request.path.startswith(TOKENS)
    response.headers.setdefault("Content-Security-Policy", policy())
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = response.headers.get("X-Frame-Options", "DENY")
    response.headers["Referrer-Policy"] = "no-referrer" if secret else "same-origin"
    if secret or request.path.startswith("/g/"):
        response.headers["X-Robots-Tag"] = "noindex"
    if request.endpoint == "static":
        return response
    kept = request.endpoint == "feeds.fetch" and response.status_code < 400
    store = kept or not (secret or "person" in session)  # a calendar program asks again by the ETag of what it kept
    response.headers["Cache-Control"] = "private, no-cache" if store else "no-store"
    return response
