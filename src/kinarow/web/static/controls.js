// Buttons, choices and keys, and what each of them does.

import { OWN_GAME, brain, chooseCoach, chooseShownGame, evaluator, game, opponent, showBrain, you } from "./choices.js";
import { byId } from "./dom.js";
import { openHelp } from "./help.js";
import { listenToKeys } from "./keys.js";
import { tokens } from "./moves.js";
import { state } from "./state.js";

/**
 * @typedef {object} Lab what can be done
 * @property {import("./table.js").Table} table
 * @property {import("./view.js").View} view
 * @property {import("./sizes.js").Sizes} sizes
 * @property {() => void} newGame
 * @property {() => void} beginAnotherGame
 * @property {() => void} hint
 * @property {() => void} hide a hint, or a line that is shown
 * @property {(name: "flipped" | "hasMoveNumbers", id: string) => void} toggle
 * @property {(move: string) => void} playMove
 * @property {() => void} redraw
 * @property {() => void} keepSettings
 */

/** @param {Lab} lab */
export function listenToControls(lab) {
  listenToButtons(lab);
  listenToChoices(lab);
  const { table, view } = lab;
  listenToKeys(
    {
      u: () => table.undo(),
      n: lab.newGame,
      h: lab.hint,
      f: () => lab.toggle("flipped", "flip"),
      m: () => lab.toggle("hasMoveNumbers", "move-numbers"),
      "?": openHelp,
      Escape: lab.hide,
      ArrowLeft: () => table.step(-1),
      ArrowRight: () => table.step(1),
      Home: () => table.stepTo(0),
      End: () => table.stepTo(tokens(state.record).length),
      "+": () => view.nearer(),
      "=": () => view.nearer(),
      "-": () => view.farther(),
      0: () => view.all(),
    },
    (digit) => state.position?.diagram.column_numbers && lab.playMove(digit),
    () => state.position !== null && state.page !== "learn",
  );
}

/** Steps that lead somewhere can be taken. */
export function allowSteps() {
  const [now, length] = [tokens(state.moves).length, tokens(state.record).length];
  for (const id of ["step-first", "step-back"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = now === 0;
  for (const id of ["step-on", "step-last"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = now === length;
}

/** @param {Lab} lab */
function listenToButtons(lab) {
  const { table } = lab;
  const clicks = {
    "new-game": lab.newGame,
    "let-move": () => void table.go(state.heading, { answer: true }),
    undo: () => table.undo(),
    hint: lab.hint,
    flip: () => lab.toggle("flipped", "flip"),
    "move-numbers": () => lab.toggle("hasMoveNumbers", "move-numbers"),
    "step-first": () => table.stepTo(0),
    "step-back": () => table.step(-1),
    "step-on": () => table.step(1),
    "step-last": () => table.stepTo(tokens(state.record).length),
    "settings-button": () => openSettings(byId("settings").hidden),
    "choose-size": () => openSettings(false),
    swap2: () => openSettings(false),
  };
  for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
  document.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Element && !target.closest("#settings, #settings-button")) openSettings(false);
  });
  byId("settings").addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    openSettings(false);
    byId("settings-button").focus();
  });
}

/** @param {boolean} isOpen */
function openSettings(isOpen) {
  byId("settings").hidden = !isOpen;
  byId("settings-button").setAttribute("aria-expanded", String(isOpen));
}

/** @param {Lab} lab */
function listenToChoices({ table, sizes, beginAnotherGame, redraw, keepSettings }) {
  for (const select of [you, opponent, brain]) {
    select.addEventListener("change", () => {
      showBrain();
      void table.go(state.heading, { answer: true });
    });
  }
  evaluator.addEventListener("change", () => void table.go(state.heading, { answer: state.isThinking }));
  byId("layer").addEventListener("change", redraw);
  byId("numbers").addEventListener("change", keepSettings);
  game.addEventListener("change", () => {
    if (game.value !== OWN_GAME) {
      beginAnotherGame();
      return;
    }
    chooseShownGame();
    sizes.open(state.position?.game);
  });
  byId("coach").addEventListener("change", (event) => {
    chooseCoach(/** @type {HTMLInputElement} */ (event.target).value);
    table.keepAddress(true);
    redraw();
  });
  // On a small screen there is one line of controls; the rest is among the settings.
  const isSmall = matchMedia("(max-width: 40rem)");
  const side = /** @type {HTMLElement} */ (document.querySelector(".you-choice"));
  const settle = () => (isSmall.matches ? byId("settings").prepend(side) : game.closest("label")?.after(side));
  isSmall.addEventListener("change", settle);
  settle();
}
