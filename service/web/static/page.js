// Small comforts; every page works without them.
"use strict";
(() => {
  let here = "";
  try {
    here = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  } catch {
    here = "";
  }
  // A newcomer's time zone is guessed; the list shows the guess.
  for (const list of document.querySelectorAll("select[data-guess-zone]")) {
    if (here && [...list.options].some((option) => option.value === here)) list.value = here;
  }
  // Onlookers have told us no zone: show times in their own. Copy buttons appear only where they work.
  const shape = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  const dress = () => {
    if (here && document.body.hasAttribute("data-local-times")) {
      for (const time of document.querySelectorAll("main time[datetime]")) {
        time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, shape);
      }
      for (const name of document.querySelectorAll("[data-zone]")) name.textContent = here.replaceAll("_", " ");
    }
    for (const copy of document.querySelectorAll("button[data-copy]")) copy.hidden = !navigator.clipboard;
  };
  dress();
  document.addEventListener("renewed", dress);
  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("button[data-copy]");
    if (!copy) return;
    await navigator.clipboard.writeText(copy.dataset.copy);
    copy.textContent = "Copied";
  });
  // The confirm button says what it confirms.
  const confirm = document.getElementById("confirm");
  const button = confirm && confirm.querySelector("button[data-verb]");
  if (button) {
    const verb = button.textContent;
    const undo = confirm.querySelector("[data-undo]");
    confirm.addEventListener("change", (event) => {
      const words = event.target.dataset.words;
      if (!words) return;
      button.textContent = words;
      undo.hidden = false;
    });
    // Undo takes the choice back and keeps what was typed; without this script it opens the page anew.
    undo.addEventListener("click", (event) => {
      event.preventDefault();
      for (const choice of confirm.querySelectorAll("input[type=radio]")) choice.checked = choice.defaultChecked;
      button.textContent = verb;
      undo.hidden = true;
      confirm.querySelector("input[type=radio]").focus();
    });
  }
  // A form is sent once, however often its button is pressed.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "1";
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });
})();
