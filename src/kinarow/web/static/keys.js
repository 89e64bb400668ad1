// Keys that mean something wherever the focus is, but where one types.

/** @param {Record<string, () => void>} keys @param {(digit: string) => void} play @param {() => boolean} isReady */
export function listenToKeys(keys, play, isReady) {
  document.addEventListener("keydown", (event) => {
    const isAsking = document.querySelector("dialog[open]") !== null;
    if (event.defaultPrevented || isTaken(event) || isAsking || event.ctrlKey || event.metaKey || event.altKey || !isReady()) return;
    if (/^[1-9]$/.test(event.key)) play(event.key);
    keys[event.key]?.();
  });
}

/** Whether what has the focus needs the key itself: of what is ticked or chosen, the arrows alone. @param {KeyboardEvent} event */
function isTaken({ target, key }) {
  if (!(target instanceof HTMLInputElement)) return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
  return target.type === "radio" ? key.startsWith("Arrow") : target.type !== "checkbox";
}
