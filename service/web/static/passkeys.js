// Passkeys, where the browser has them: making one in the settings, signing in with one. Mailed links need none of it.
"use strict";
(() => {
  const form = document.querySelector("form[data-passkey]");
  const able = form && globalThis.PublicKeyCredential && location.origin === form.dataset.origin;
  if (!able) return;
  const adds = form.dataset.passkey === "add";
  const said = form.querySelector("[role=status]");
  const RENEWED = 8 * 60 * 1000; // sooner than a challenge is too old
  const SENTENCES = {
    NotAllowedError: "That was cancelled, or took too long.",
    InvalidStateError: "This device has a passkey for your account already.",
  };
  let waiting = null;

  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const text = (buffer) =>
    buffer && btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  async function post(path, body) {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": form.elements.csrf_token.value },
      body: JSON.stringify(body),
    });
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.error);
    return told;
  }

  function readied(options) {
    options.challenge = bytes(options.challenge);
    if (options.user) options.user.id = bytes(options.user.id);
    for (const known of options.excludeCredentials || []) known.id = bytes(known.id);
    return options;
  }

  function written(credential) {
    const { response } = credential;
    const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
    const told = Object.fromEntries(parts.filter((part) => response[part]).map((part) => [part, text(response[part])]));
    return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response: told };
  }

  async function make() {
    const publicKey = readied(await post("/settings/passkeys/begin", {}));
    const credential = await navigator.credentials.create({ publicKey });
    return post("/settings/passkeys", { credential: written(credential), name: form.elements.passkey_name.value });
  }

  // Ends by itself when another asks; `mediation` is "conditional" for the list below the address.
  async function enter(mediation) {
    if (waiting) waiting.abort();
    const own = (waiting = new AbortController());
    const publicKey = readied(await post("/sign-in/passkey/begin", {}));
    const credential = await navigator.credentials.get({ publicKey, mediation, signal: own.signal });
    const onward = encodeURIComponent(form.dataset.onward);
    return post(`/sign-in/passkey?onward=${onward}`, { credential: written(credential) });
  }

  async function tried(act, silent = false) {
    said.textContent = "";
    try {
      const { onward } = await act();
      if (new URL(onward, location.href).pathname === location.pathname) {
        location.hash = onward.split("#")[1] || "";
        location.reload();
      } else location.assign(onward);
    } catch (fault) {
      if (fault.name === "AbortError" || (silent && fault.name === "NotAllowedError")) return;
      said.textContent = SENTENCES[fault.name] || fault.message || "That did not work. Try again.";
    }
  }

  form.hidden = false;
  for (const other of document.querySelectorAll("[data-no-passkeys]")) other.hidden = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    tried(adds ? make : enter);
  });

  async function offer() {
    if (adds || !PublicKeyCredential.isConditionalMediationAvailable) return;
    if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return;
    const again = () => tried(() => enter("conditional"), true);
    again();
    setInterval(() => document.visibilityState === "visible" && again(), RENEWED);
  }
  offer();
})();
