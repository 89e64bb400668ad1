// A search tree at one step of a lesson, and alpha and beta on a number line. It imports nothing: slides carry it along.

/** @typedef {import("./answers.js").LessonNode} LessonNode */
/** @typedef {import("./answers.js").LessonStep} LessonStep */
/** @typedef {import("./answers.js").Lesson} Lesson */

/**
 * @typedef {object} Seen what is known after a step
 * @property {Map<number, string>} labels
 * @property {Set<number>} open nodes that are being looked at
 * @property {Set<number>} cut
 * @property {Map<number, number>} best the best child so far
 * @property {number} looked
 * @property {number} at where the search is
 */

const SVG = "http://www.w3.org/2000/svg";
/** Wider trees are shown around the path that is being looked at. */
const WIDEST_WHOLE = 1050;
const [WIDE, NARROW, HIGH, LEVEL] = [66, 22, 28, 78];
/** A tree that is wider than its place is drawn smaller, but not smaller than this. */
const SMALLEST = 0.8;
const LINE = { width: 460, height: 50, left: 54, right: 54 };
/** Scores beyond this are proven. */
const HEURISTIC_LIMIT = 1e14;

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function draw(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** @param {Lesson} lesson @param {number} step @returns {Seen} */
export function seenAt(lesson, step) {
  /** @type {Seen} */
  const seen = { labels: new Map(), open: new Set(), cut: new Set(), best: new Map(), looked: 0, at: 0 };
  for (const { kind, node, label, child, child_label: below, improves } of lesson.steps.slice(0, step + 1)) {
    seen.at = node;
    if (kind === "enter" || kind === "leaf") seen.looked++;
    if (kind === "enter") seen.open.add(node);
    if (label) seen.labels.set(node, label);
    if (kind === "update" && child !== undefined) {
      seen.open.delete(child);
      seen.labels.set(child, below ?? "");
      if (improves) seen.best.set(node, child);
    }
    if (kind === "cut") lesson.nodes.forEach((other, number) => other.parent === node && other.pruned && seen.cut.add(number));
    if (kind === "done") seen.open.clear();
  }
  return seen;
}

/** The moves that lead to a node, as nodes. @param {Lesson} lesson @param {number} node */
export function pathTo({ nodes }, node) {
  const path = [];
  for (let at = /** @type {number | null} */ (node); at !== null; at = nodes[at].parent) path.unshift(at);
  return path;
}

export class LessonPicture {
  /** @param {HTMLElement} host @param {Lesson} lesson */
  constructor(host, lesson) {
    this.host = host;
    this.lesson = lesson;
    /** @type {number[][]} */
    this.children = lesson.nodes.map(() => []);
    lesson.nodes.forEach(({ parent }, number) => parent !== null && this.children[parent].push(number));
    const widths = lesson.nodes.map(({ pruned }, number) => (this.children[number].length ? 0 : pruned ? NARROW : WIDE));
    this.isWhole = widths.reduce((sum, width) => sum + width, 0) <= WIDEST_WHOLE;
    this.svg = /** @type {SVGSVGElement} */ (draw("svg", { role: "img", class: "lesson-tree" }));
    host.replaceChildren(this.svg);
  }

  /** @param {number} step */
  show(step) {
    const { lesson } = this;
    const seen = seenAt(lesson, step);
    const { kind, words } = lesson.steps[step];
    const path = new Set(pathTo(lesson, seen.at));
    const places = this.places(path);
    const [width, height] = [Math.max(...[...places.values()].map(({ right }) => right)), Math.max(...[...places.values()].map(({ y }) => y)) + HIGH + 8];
    const edges = [];
    const boxes = [];
    for (const [node, { x, y }] of places) {
      const { parent, name } = lesson.nodes[node];
      const above = parent === null ? undefined : places.get(parent);
      if (parent !== null && above) edges.push(...this.edge(node, name, above, { x, y }, seen, path, seen.best.get(parent) === node));
      boxes.push(...this.box(node, x, y, seen, kind));
    }
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("aria-label", `The search tree. ${words}`);
    this.svg.style.setProperty("--natural", `${width}px`);
    this.svg.style.setProperty("--least", `${SMALLEST * width}px`);
    this.svg.replaceChildren(...edges, ...boxes);
    const at = places.get(seen.at);
    if (at) this.bringIntoSight(at.x / width);
    return seen;
  }

  /** Leaves side by side, parents over the middle of their children. @param {Set<number>} path */
  places(path) {
    /** @type {Map<number, {x: number, y: number, right: number}>} */
    const places = new Map();
    let right = 4;
    /** @param {number} node @param {number} level @returns {number} */
    const place = (node, level) => {
      const below = this.isWhole || path.has(node) ? this.children[node] : [];
      let x;
      if (below.length) {
        const middles = below.map((child) => place(child, level + 1));
        x = (middles[0] + middles[middles.length - 1]) / 2;
      } else {
        const width = this.lesson.nodes[node].pruned ? NARROW : WIDE;
        x = right + width / 2;
        right += width;
      }
      places.set(node, { x, y: 4 + level * LEVEL, right: Math.max(right, x + WIDE / 2) + 4 });
      return x;
    };
    place(0, 0);
    return places;
  }

  /** @param {number} node @param {string} name @param {{x: number, y: number}} above @param {{x: number, y: number}} place @param {Seen} seen @param {Set<number>} path @param {boolean} isBest */
  edge(node, name, above, { x, y }, seen, path, isBest) {
    const isCut = seen.cut.has(node);
    const isSeen = seen.labels.has(node) || seen.open.has(node);
    const tone = isCut ? "cut" : isBest ? "best" : path.has(node) ? "path" : isSeen ? "seen" : "unseen";
    // Near the child, where edges are apart.
    const along = (/** @type {number} */ share) => [above.x + share * (x - above.x), above.y + HIGH + share * (y - above.y - HIGH)];
    const [[crossX, crossY], [nameX, nameY]] = [along(0.55), along(0.8)];
    const parts = [draw("line", { class: `edge ${tone}`, x1: above.x, y1: above.y + HIGH, x2: x, y2: y })];
    if (isCut) parts.push(draw("path", { class: "scissors", d: `M${crossX - 5} ${crossY - 5}l10 10m0 -10l-10 10` }));
    else parts.push(draw("text", { class: "move", x: nameX + (x < above.x ? -4 : 4), y: nameY, "text-anchor": x < above.x ? "end" : "start" }, name));
    return parts;
  }

  /** @param {number} node @param {number} x @param {number} y @param {Seen} seen @param {string} kind of the step */
  box(node, x, y, seen, kind) {
    const { node: who, pruned } = this.lesson.nodes[node];
    const label = seen.labels.get(node);
    const isOpen = seen.open.has(node);
    const isHere = seen.at === node;
    if (label === undefined && !isOpen) {
      return [draw("circle", { class: `unseen ${seen.cut.has(node) ? "cut" : ""}`, cx: x, cy: y + 7, r: pruned ? 4 : 5 })];
    }
    const isLeaf = !this.children[node].length;
    const tone = `${isLeaf ? "leaf" : who} ${isOpen ? "open" : "settled"} ${isHere ? `here ${kind}` : ""}`;
    const width = Math.max(46, 12 + 7.4 * (label ?? "").length);
    return [
      draw("rect", { class: `node ${tone}`, x: x - width / 2, y, width, height: HIGH, rx: who === "min" ? 13 : 2, "data-node": node }),
      draw("text", { class: `value ${tone}`, x, y: y + 19 }, label ?? (who === "max" ? "MAX" : "MIN")),
    ];
  }

  /** @param {number} share how far to the right it is */
  bringIntoSight(share) {
    const { scrollWidth, clientWidth, scrollLeft } = this.host;
    if (scrollWidth <= clientWidth) return;
    const at = share * scrollWidth;
    if (at < scrollLeft + 60 || at > scrollLeft + clientWidth - 60) this.host.scrollLeft = at - clientWidth / 2;
  }
}

/** Alpha and beta as an interval. */
export class NumberLine {
  /** @param {HTMLElement} host @param {Lesson} lesson */
  constructor(host, lesson) {
    this.lesson = lesson;
    const said = lesson.steps.map(({ score }) => score).filter((score) => score !== undefined && Math.abs(score) <= HEURISTIC_LIMIT);
    this.least = Math.min(0, .../** @type {number[]} */ (said));
    this.most = Math.max(0, .../** @type {number[]} */ (said));
    this.svg = draw("svg", { role: "img", class: "number-line", viewBox: `0 0 ${LINE.width} ${LINE.height}` });
    host.replaceChildren(this.svg);
  }

  /** @param {number | undefined} score @param {number} otherwise */
  x(score, otherwise) {
    const ends = [LINE.left, LINE.width - LINE.right];
    if (score === undefined) return ends[otherwise];
    if (Math.abs(score) > HEURISTIC_LIMIT) return ends[score > 0 ? 1 : 0];
    const share = this.most > this.least ? (score - this.least) / (this.most - this.least) : 0.5;
    return ends[0] + 14 + share * (ends[1] - ends[0] - 28);
  }

  /** @param {number} step */
  show(step) {
    const { low, low_label: from = "−∞", high, high_label: to = "+∞", score, kind } = this.lesson.steps[step];
    const [left, right] = [this.x(low, 0), this.x(high, 1)];
    const isVoid = low !== undefined && high !== undefined && low >= high;
    const parts = [
      draw("line", { class: "axis", x1: LINE.left, x2: LINE.width - LINE.right, y1: 22, y2: 22 }),
      draw("rect", { class: isVoid ? "window void" : "window", x: Math.min(left, right), y: 17, width: Math.max(2, Math.abs(right - left)), height: 10 }),
      draw("path", { class: "alpha", d: `M${left} 10v24` }),
      draw("path", { class: "beta", d: `M${right} 10v24` }),
      draw("text", { class: "end", x: 4, y: 27 }, `α ${from}`),
      draw("text", { class: "end", x: LINE.width - 4, y: 27, "text-anchor": "end" }, `${to} β`),
    ];
    if (this.least < 0 && this.most > 0) parts.push(draw("text", { class: "tick", x: this.x(0, 0), y: 46 }, "0"));
    if (score !== undefined && kind !== "done") parts.push(draw("circle", { class: "score", cx: this.x(score, 0), cy: 22, r: 5 }));
    this.svg.setAttribute("aria-label", isVoid ? `Alpha ${from} has reached beta ${to}: cut` : `Alpha ${from}, beta ${to}`);
    this.svg.replaceChildren(...parts);
  }
}
