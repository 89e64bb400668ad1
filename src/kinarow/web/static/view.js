// How the board is looked at: near or far, and which part of it where it does not fit.

import { byId } from "./dom.js";

const NEAREST = 5;
const STEP = 1.25;
/** Cells smaller than this can hardly be told apart, so a large board begins nearer on a small screen. */
const SMALLEST_CELL_PX = 22;
/** A mouse that moves further than this while pressed drags. */
const STILL_PX = 6;

export class View {
  /** @param {HTMLElement} host what scrolls @param {() => void} changed */
  constructor(host, changed) {
    this.host = host;
    this.changed = changed;
    this.zoom = 1;
    this.shape = "";
    /** Whether even the smallest picture is higher than there is room for. */
    this.isTall = false;
    byId("zoom-in").addEventListener("click", () => this.nearer());
    byId("zoom-out").addEventListener("click", () => this.farther());
    byId("zoom-all").addEventListener("click", () => this.all());
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    host.addEventListener("pointerdown", (event) => this.drag(event));
  }

  /** Another board begins as near as its cells need, where the first stones come to lie. @param {{columns: number, rows: number}} diagram @param {boolean} gravity */
  begin({ columns, rows }, gravity) {
    const shape = `${columns} ${rows}`;
    if (shape === this.shape) return;
    this.shape = shape;
    const cell = this.host.clientWidth / (columns + 0.5);
    this.isTall = cell * rows > window.innerHeight;
    this.set(cell > 0 ? SMALLEST_CELL_PX / cell : 1);
    const below = this.host.scrollHeight - this.host.clientHeight;
    this.host.scrollTo((this.host.scrollWidth - this.host.clientWidth) / 2, gravity ? below : below / 2);
  }

  nearer() {
    this.set(this.zoom * STEP);
  }

  farther() {
    this.set(this.zoom / STEP);
  }

  all() {
    this.set(1);
  }

  /** The point of the board that is at (x, y) of the host stays there. @param {number} zoom @param {number} [x] @param {number} [y] */
  set(zoom, x = this.host.clientWidth / 2, y = this.host.clientHeight / 2) {
    const next = Math.min(NEAREST, Math.max(1, Math.round(zoom * 100) / 100));
    const [left, top] = [(this.host.scrollLeft + x) / this.zoom, (this.host.scrollTop + y) / this.zoom];
    const isOther = next !== this.zoom;
    this.zoom = next;
    this.host.style.setProperty("--zoom", String(next));
    this.host.classList.toggle("zoomed", next > 1 || this.isTall);
    this.host.scrollTo(left * next - x, top * next - y);
    /** @type {HTMLButtonElement} */ (byId("zoom-out")).disabled = next === 1;
    /** @type {HTMLButtonElement} */ (byId("zoom-all")).disabled = next === 1;
    /** @type {HTMLButtonElement} */ (byId("zoom-in")).disabled = next === NEAREST;
    if (isOther) this.changed();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const box = this.host.getBoundingClientRect();
    this.set(this.zoom * STEP ** (-event.deltaY / 100), event.clientX - box.left, event.clientY - box.top);
  }

  /** A finger scrolls by itself; a mouse drags. @param {PointerEvent} begun */
  drag(begun) {
    if (begun.pointerType !== "mouse" || begun.button !== 0 || this.zoom === 1) return;
    const { scrollLeft, scrollTop } = this.host;
    let moved = false;
    const move = (/** @type {PointerEvent} */ event) => {
      const [x, y] = [event.clientX - begun.clientX, event.clientY - begun.clientY];
      moved ||= Math.hypot(x, y) > STILL_PX;
      if (moved) this.host.scrollTo(scrollLeft - x, scrollTop - y);
    };
    const end = () => {
      window.removeEventListener("pointermove", move);
      // The click that ends a drag is no move.
      if (!moved) return;
      const swallow = (/** @type {Event} */ event) => event.stopPropagation();
      this.host.addEventListener("click", swallow, { capture: true, once: true });
      window.setTimeout(() => this.host.removeEventListener("click", swallow, { capture: true }), 0);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end, { once: true });
  }

  /** Scroll until an element of the board can be seen. @param {Element} element */
  bringIntoSight(element) {
    const [box, host] = [element.getBoundingClientRect(), this.host.getBoundingClientRect()];
    const beyond = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ from, /** @type {number} */ to) =>
      low < from ? low - from : high > to ? high - to : 0;
    this.host.scrollBy(beyond(box.left, box.right, host.left, host.right), beyond(box.top, box.bottom, host.top, host.bottom));
  }
}
