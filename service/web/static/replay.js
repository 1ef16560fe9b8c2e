// Steps through a finished hand in place. Without this script every moment is a page of its own, by the same links.
"use strict";
(() => {
  const board = document.getElementById("board");
  if (!board) return;
  const one = (name, under = board) => under.querySelector(`[data-${name}]`);
  const moves = [...board.querySelectorAll("[data-move]")];
  const seats = new Map([...board.querySelectorAll(".open-seat")].map((tile) => [tile.dataset.seat, tile]));
  const status = one("status");
  const list = one("moves");
  const opening = [document.createTextNode("The cards are dealt.")];
  const space = document.createTextNode(" ");
  let at = Number(board.dataset.at);

  const address = (number) => board.dataset.base + (number ? `/moves/${number}` : "");
  const hide = (part, hidden) => part && (part.hidden = hidden);

  const clear = () => {
    for (const tile of seats.values()) {
      tile.classList.remove("won");
      one("laid", tile).replaceChildren();
      one("taken", tile).textContent = "0";
      hide(one("tally", tile), true);
      hide(one("unbid", tile), false);
      hide(one("lost", tile), true);
      hide(one("points", tile), at !== moves.length);
      for (const card of tile.querySelectorAll(".dealt")) {
        card.classList.remove("gone");
        card.lastElementChild.hidden = true;
      }
    }
  };

  const make = ({ dataset: move }, trick) => {
    const tile = seats.get(move.seat);
    if (move.bid !== undefined) {
      one("bid", tile).textContent = move.bid;
      hide(one("tally", tile), false);
      hide(one("unbid", tile), true);
    } else {
      const card = tile.querySelector(`.dealt[data-place="${move.place}"]`);
      card.classList.add("gone");
      card.lastElementChild.hidden = false;
      if (move.trick === trick) one("laid", tile).replaceChildren(card.firstElementChild.cloneNode(true));
    }
    if (move.won !== undefined) {
      const taken = one("taken", seats.get(move.won));
      taken.textContent = Number(taken.textContent) + 1;
    }
    for (const seat of (move.lost || "").split(" ").filter(Boolean)) hide(one("lost", seats.get(seat)), false);
  };

  // The list follows within its own frame; the page stays where it is.
  const follow = () => (list.scrollTop = at ? moves[at - 1].offsetTop - list.clientHeight / 2 : 0);

  const show = () => {
    const now = moves[at - 1];
    clear();
    for (const move of moves.slice(0, at)) make(move, now.dataset.trick);
    if (now && now.dataset.won) seats.get(now.dataset.won).classList.add("won");
    const told = now ? [now.querySelector(".told"), space, ...now.querySelector(".follows").childNodes] : opening;
    status.replaceChildren(...told.map((node) => node.cloneNode(true)));
    one("count").textContent = at;
    const goals = { first: 0, back: Math.max(at - 1, 0), on: Math.min(at + 1, moves.length), last: moves.length };
    for (const [key, goal] of Object.entries(goals)) {
      const link = board.querySelector(`[data-go="${key}"]`);
      link.href = `${address(goal)}#board`;
      if (goal === at) link.setAttribute("aria-disabled", "true");
      else link.removeAttribute("aria-disabled");
    }
    for (const move of moves) {
      const link = move.querySelector("a");
      if (move === now) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    follow();
    history.replaceState(null, "", address(at));
  };

  const go = (number) => {
    const goal = Math.min(Math.max(number, 0), moves.length);
    if (goal === at) return;
    at = goal;
    show();
  };

  board.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-go], [data-move] a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const found = link.getAttribute("href").match(/\/moves\/(\d+)#/);
    go(found ? Number(found[1]) : 0);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea")) return;
    const goal = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moves.length }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    go(goal);
  });

  // A swipe to the left steps on, to the right back.
  let start = null;
  const stage = one("swipe");
  stage.addEventListener("touchstart", (event) => (start = event.touches.length === 1 ? event.touches[0] : null), { passive: true });
  stage.addEventListener("touchend", (event) => {
    const end = event.changedTouches[0];
    if (!start) return;
    const [across, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
    start = null;
    if (Math.abs(across) > 45 && Math.abs(across) > 2 * Math.abs(down)) go(at + (across < 0 ? 1 : -1));
  });
  hide(one("keys"), false);
  follow();
})();
