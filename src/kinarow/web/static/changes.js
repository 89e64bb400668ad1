// What a move would change in the score, in words.

import { MARKS, make, signed } from "./dom.js";

/** @typedef {import("./api.js").Changes} Changes */

const MOST_LISTED = 6;

/** @param {HTMLElement} host @param {string} move @param {Changes | undefined} changes @param {string} otherwise what to say if they are not known */
export function drawChanges(host, move, changes, otherwise) {
  if (!changes) {
    host.replaceChildren(...(otherwise ? [make("p", "", otherwise)] : []));
    return;
  }
  const named = changes.changes.filter(({ cells }) => cells.length).sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const list = make("ul");
  list.append(
    ...named.slice(0, MOST_LISTED).map(({ kind, term, cells, points }) => {
      const where = cells.length > 1 ? `${cells[0]}–${cells[cells.length - 1]}` : cells[0];
      return make("li", points > 0 ? "good" : "bad", `${kind} ${term} ${where} ${signed(points)}`);
    }),
  );
  if (named.length > MOST_LISTED) list.append(make("li", "", `and ${named.length - MOST_LISTED} more`));
  host.replaceChildren(make("p", "", `${move}: ${signed(changes.before)} → ${signed(changes.after)} for ${MARKS[1]}`), list);
}
