// The table form shows the rules as they are chosen. Without this script the button "Show these rules" does it.
"use strict";
(() => {
  const form = document.querySelector("form[data-live-rules]");
  if (!form) return;
  let newest = 0;
  const refresh = async () => {
    const mine = ++newest;
    const body = new FormData(form);
    body.set("show", "1");
    const answer = await fetch(form.action, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== newest) return;
    for (const part of document.querySelectorAll("[data-live]")) {
      const fresh = page.getElementById(part.id);
      if (!fresh) continue;
      if (part.tagName === "OPTION") part.textContent = fresh.textContent;
      else part.replaceChildren(...fresh.childNodes);
    }
  };
  let wait;
  form.addEventListener("change", () => {
    clearTimeout(wait);
    wait = setTimeout(() => refresh().catch(() => {}), 150);
  });
})();
