// Keeps an open game's page fresh: asks now and then whether anything moved, and changes only what differs.
// What is typed, opened, scrolled or focused stays. Without this script a reload does the same.
"use strict";
(() => {
  const root = document.getElementById("now");
  const said = document.getElementById("said");
  if (!root || !window.fetch) return;
  const LATEST = 60;
  const KEPT = new Set(["open", "data-sent"]);
  let wait = Number(root.dataset.every);
  let timer;
  let asking = false;

  const alike = (old, next) =>
    old.nodeType === next.nodeType && old.nodeName === next.nodeName && (old.id || "") === (next.id || "");

  const morph = (old, next) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== next.data) old.data = next.data;
      return;
    }
    for (const { name } of [...old.attributes]) {
      if (!next.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
    }
    for (const { name, value } of next.attributes) {
      if (old.getAttribute(name) !== value && !KEPT.has(name)) old.setAttribute(name, value);
    }
    morphInside(old, next);
  };

  // Parts with an id are found again wherever they went; the rest is compared in order.
  const morphInside = (old, next) => {
    const ids = new Set([...next.children].map((part) => part.id).filter(Boolean));
    for (const part of [...old.children]) if (part.id && !ids.has(part.id)) part.remove();
    const known = new Map([...old.children].filter((part) => part.id).map((part) => [part.id, part]));
    let at = old.firstChild;
    for (const part of [...next.childNodes]) {
      const found = part.id ? known.get(part.id) : at && !at.id && alike(at, part) ? at : null;
      if (!found) {
        old.insertBefore(document.importNode(part, true), at);
        continue;
      }
      while (at && at !== found && !at.id) {
        const gone = at;
        at = at.nextSibling;
        gone.remove();
      }
      if (at === found) at = found.nextSibling;
      else old.insertBefore(found, at);
      if (found.nodeName === part.nodeName) morph(found, part);
      else found.replaceWith(document.importNode(part, true));
    }
    while (at) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
  };

  const named = (element) =>
    element && (element.id ? `#${element.id}` : element.matches("details[id] > summary") ? `#${element.parentNode.id} > summary` : "");

  // What the reader looks at stays where it is on the screen, though something above it grows.
  const still = (change) => {
    const focused = document.activeElement;
    const seen = root.contains(focused) ? focused : document.elementFromPoint(innerWidth / 2, innerHeight / 3);
    const part = seen && root.contains(seen) && (seen.closest("[id]") !== root ? seen.closest("[id]") : null);
    const before = part && part.getBoundingClientRect().top;
    change();
    if (part && part.isConnected && scrollY > 0) scrollBy({ top: part.getBoundingClientRect().top - before, behavior: "instant" });
  };

  const renew = (page) => {
    const next = page.getElementById("now");
    if (!next) return;
    const open = [...root.querySelectorAll("details[id][open]")].map((part) => part.id);
    const focused = named(document.activeElement);
    const told = [];
    for (const kind of ["news", "talk"]) {
      if (next.dataset[kind] && next.dataset[kind] !== root.dataset[kind]) told.push(next.dataset[kind]);
    }
    still(() => morph(root, next));
    for (const id of open) {
      const part = document.getElementById(id);
      if (part) part.open = true;
    }
    if (focused && document.activeElement === document.body) {
      const back = document.querySelector(focused);
      if (back) back.focus({ preventScroll: true });
    }
    if (page.title) document.title = page.title;
    document.dispatchEvent(new Event("renewed"));
    if (said && told.length) said.textContent = told.join(" ");
  };

  const later = () => {
    clearTimeout(timer);
    // Not all at the same moment, when many look at once.
    if (!document.hidden) timer = setTimeout(look, wait * 1000 * (0.85 + Math.random() * 0.3));
  };

  const look = async () => {
    if (asking || document.hidden) return;
    asking = true;
    let gone = false;
    try {
      const answer = await fetch(root.dataset.live, { headers: { "If-None-Match": `"${root.dataset.stamp}"` }, cache: "no-store" });
      if (answer.status === 200) {
        renew(new DOMParser().parseFromString(await answer.text(), "text/html"));
        wait = Number(root.dataset.every);
      } else {
        gone = answer.status === 404;
        wait = Math.min(wait * 1.25, LATEST);
      }
    } catch {
      wait = LATEST;
    } finally {
      asking = false;
      if (!gone) later();
    }
  };

  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : look()));
  window.addEventListener("online", look);
  window.addEventListener("pageshow", (event) => event.persisted && look());
  later();
})();
