// Checks a record's deals in this browser: seals, secrets, words and cards, as docs/shuffle.md tells.
"use strict";
globalThis.fairDeal = (() => {
  const VERSION = "shuffle/1";
  const RANKS = "23456789TJQKA";
  const SIGNS = { C: "♣\ufe0e", D: "♦\ufe0e", H: "♥\ufe0e", S: "♠\ufe0e" };
  const PACK = [..."CDHS"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
  const text = new TextEncoder();
  const subtle = globalThis.crypto && globalThis.crypto.subtle;

  // SHA-256 (FIPS 180-4) in full, for browsers that lend theirs to https pages only.
  const PRIMES = [];
  for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  function plainSha256(bytes) {
    const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
    const state = Uint32Array.from(START);
    const words = new Uint32Array(64);
    for (let at = 0; at < padded.length; at += 64) {
      for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + 4 * i);
      for (let i = 16; i < 64; i += 1) {
        const [early, late] = [words[i - 15], words[i - 2]];
        const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
        words[i] = words[i - 16] + low + words[i - 7] + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i += 1) {
        const chosen = (e & f) ^ (~e & g);
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + ROUNDS[i] + words[i]) >>> 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
    }
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => digest.setUint32(4 * i, word));
    return new Uint8Array(digest.buffer);
  }

  const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

  function plainHmac(key, message) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? plainSha256(key) : key);
    const inner = plainSha256(joined(block.map((byte) => byte ^ 0x36), message));
    return plainSha256(joined(block.map((byte) => byte ^ 0x5c), inner));
  }

  async function sha256(bytes) {
    return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : plainSha256(bytes);
  }

  async function hmac(key, message) {
    if (!subtle) return plainHmac(key, message);
    const made = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await subtle.sign("HMAC", made, message));
  }

  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (digits) => Uint8Array.from(digits.match(/../g) || [], (pair) => parseInt(pair, 16));

  // The stream's first bytes, as many as the shuffle asks for, block after block.
  async function* stream(secret, words) {
    for (let block = 0; ; block += 1) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setUint32(4, block);
      yield* await hmac(secret, joined(text.encode(words), new Uint8Array(counter.buffer)));
    }
  }

  async function shuffle(secret, words, decks) {
    const deck = Array.from({ length: decks }, () => PACK).flat();
    const bytes = stream(secret, words);
    for (let i = deck.length - 1; i > 0; i -= 1) {
      const fair = 256 - (256 % (i + 1));
      let byte;
      do byte = (await bytes.next()).value; while (byte >= fair);
      const j = byte % (i + 1);
      [deck[i], deck[j]] = [deck[j], deck[i]];
    }
    return deck;
  }

  const secretOf = (game, hand) => hmac(game, text.encode(`${VERSION} hand ${hand}`));
  const shown = (card) => card.slice(0, -1).replace("T", "10") + SIGNS[card.slice(-1)];
  const row = (cards) => cards.map(shown).join(" ");

  function order(hand, players) {
    const seats = Array.from({ length: players }, (_, i) => (hand.dealer + 1 + i) % players);
    return hand.seats ? seats.filter((seat) => hand.seats.includes(seat)) : seats;
  }

  async function checkHand(record, at, game) {
    const hand = record.hands[at];
    const found = { name: `Hand ${at + 1}`, right: null, steps: [] };
    const step = (what, value, right) => {
      found.steps.push({ what, value, right });
      if (right === false) found.right = false;
    };
    const promised = (record.commitments || [])[at] || hand.commitment;
    step("Seal published before the deal", promised || "none");
    if (hand.words) step("Words of the players", hand.words);
    const secret = hand.secret ? unhex(hand.secret) : game && promised ? await secretOf(game, at + 1) : null;
    if (!promised || !secret || !hand.dealt) return found;
    step("Secret, opened when the hand was over", hex(secret));
    const digest = hex(await sha256(secret));
    step("SHA-256 of the secret: is it the seal?", digest, digest === promised.toLowerCase());
    if (hand.commitment) step("The seal beside the hand is the published one", "", hand.commitment === promised);
    if (game) {
      step("The hand’s secret follows from the game’s", "", hex(await secretOf(game, at + 1)) === hex(secret));
    }
    const deck = await shuffle(secret, hand.words || "", record.rules.decks || 1);
    step("The deck that secret and words make", row(deck));
    const seats = order(hand, record.players.length);
    seats.forEach((seat, place) => {
      const dealt = Array.from({ length: hand.size }, (_, round) => deck[round * seats.length + place]);
      step(`Dealt to ${record.players[seat]}`, row(dealt), dealt.join() === hand.dealt[seat].join());
    });
    if (hand.turned) step("Turned up", shown(hand.turned), deck[seats.length * hand.size] === hand.turned);
    if (found.right === null) found.right = true;
    return found;
  }

  async function checkGame(record, game) {
    const found = { name: "The whole game", right: null, steps: [] };
    found.steps.push({ what: "Seal of the game, published when the table was opened", value: record.commitment });
    if (!game) return found;
    const digest = hex(await sha256(game));
    const right = digest === record.commitment.toLowerCase();
    found.steps.push({ what: "Secret of the game, opened when it was over", value: hex(game) });
    found.steps.push({ what: "SHA-256 of the secret: is it the seal?", value: digest, right });
    found.right = right;
    if (record.draw) {
      const words = record.hands.length ? record.hands[0].words || "" : "";
      const deck = await shuffle(await hmac(game, text.encode(`${VERSION} draw`)), words, 1);
      const drawn = record.draw.flat().map(([, card]) => card);
      const same = drawn.join() === deck.slice(0, drawn.length).join();
      found.steps.push({ what: "The draw for the first deal", value: row(drawn), right: same });
      found.right = right && same;
    }
    return found;
  }

  // Everything that can be checked of a record: for the game and each hand, true, false, or null for not yet open.
  async function check(record) {
    const game = record.secret && record.commitment ? unhex(record.secret) : null;
    const found = record.commitment ? [await checkGame(record, game)] : [];
    for (let at = 0; at < record.hands.length; at += 1) found.push(await checkHand(record, at, game));
    return found;
  }

  function part(name, words, mark) {
    const made = document.createElement(name);
    made.textContent = words;
    if (mark) made.className = mark;
    return made;
  }

  function show(place, found) {
    const wrong = found.filter((one) => one.right === false);
    const right = found.filter((one) => one.right && one.name.startsWith("Hand")).length;
    const waiting = found.filter((one) => one.right === null && one.name.startsWith("Hand")).length;
    let verdict = `${right} ${right === 1 ? "deal is" : "deals are"} right`;
    if (waiting) verdict += `; ${waiting} cannot be checked, or not yet`;
    if (wrong.length) verdict = `Something does not fit: ${wrong.map((one) => one.name.toLowerCase()).join(", ")}`;
    const how = subtle ? "Checked by your browser’s own SHA-256." : "Checked by this page’s own SHA-256.";
    place.replaceChildren(part("p", `${verdict}. ${how}`, wrong.length ? "note bad" : "note"));
    for (const one of found) {
      const box = document.createElement("details");
      box.open = one.right === false;
      const word = { true: "right", false: "does not fit", null: "still sealed" }[String(one.right)];
      box.append(part("summary", `${one.name}: ${word}`));
      const list = document.createElement("dl");
      list.className = "inside proof";
      for (const { what, value, right: fits } of one.steps) {
        list.append(part("dt", what));
        const told = fits === undefined ? value : `${value} ${fits ? "✓ right" : "✗ does not fit"}`;
        list.append(part("dd", told.trim(), fits === false ? "bad" : ""));
      }
      box.append(list);
      place.append(box);
    }
  }

  function compare(place, record, given) {
    const seals = [record.commitment, ...(record.commitments || [])].filter(Boolean);
    const digits = (given.toLowerCase().match(/[0-9a-f]{64}/g) || []);
    if (!digits.length) return;
    const strange = digits.filter((one) => !seals.includes(one)).length;
    const words = strange ? `${strange} of the ${digits.length} seals you gave are not among those published here.`
      : `All ${digits.length} seals you gave are the ones published here.`;
    place.prepend(part("p", words, strange ? "note bad" : "note"));
  }

  function begin() {
    const place = document.getElementById("fair-found");
    if (!place) return;
    const run = async (load) => {
      place.replaceChildren(part("p", "Checking …"));
      try {
        const record = await load();
        show(place, await check(record));
        const own = document.getElementById("own-seals");
        if (own) compare(place, record, own.value);
      } catch {
        place.replaceChildren(part("p", "This could not be read as a record of a game.", "note bad"));
      }
    };
    const button = document.querySelector("button[data-record]");
    if (button) {
      button.addEventListener("click", () => run(async () => (await fetch(button.dataset.record)).json()));
    }
    const file = document.getElementById("fair-file");
    if (file) file.addEventListener("change", () => file.files[0] && run(async () => JSON.parse(await file.files[0].text())));
    for (const only of document.querySelectorAll("[data-with-script]")) only.hidden = false;
  }

  document.addEventListener("DOMContentLoaded", begin);
  return { check, shuffle, unhex, plainSha256, plainHmac, hex };
})();
