// What a move would change in the score, in words; in a strip whose height does not change.

import { make, signed } from "./dom.js";
import { sideName } from "./state.js";

/** @typedef {import("./answers.js").Changes} Changes */

const MOST_LISTED = 3;

/** @param {HTMLElement} host @param {string} move @param {Changes | undefined} changes @param {string} otherwise what to say if they are not known */
export function drawChanges(host, move, changes, otherwise) {
  if (!changes) {
    host.replaceChildren(...(otherwise ? [make("p", "", otherwise)] : []));
    return;
  }
  const named = changes.changes.filter(({ cells }) => cells.length).sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const list = make("ul");
  list.append(
    ...named
      .slice(0, MOST_LISTED)
      .map(({ words, points }) => make("li", points > 0 ? "good" : "bad", `${words}: ${signed(points)}`)),
  );
  const more = named.length > MOST_LISTED ? `, ${named.length} changes` : "";
  host.replaceChildren(make("p", "", `${move}: ${signed(changes.before)} → ${signed(changes.after)} for ${sideName(1)}${more}`), list);
}

/** What the strip is for, while nothing is pointed at. @param {HTMLElement} host */
export function clearChanges(host) {
  host.replaceChildren(make("p", "note", "Point at a move to see what it changes."));
}
