// A comfort only: every page reads and works without it.
"use strict";

// The calculator works itself out while one types: what is wrong stands beside its field, and is told of it.
document.addEventListener("htmx:afterSettle", () => {
  for (const wrong of document.querySelectorAll("[data-wrong-of]")) {
    const field = document.getElementById(wrong.dataset.wrongOf);
    field?.setAttribute("aria-invalid", String(wrong.textContent.trim() !== ""));
  }
});
