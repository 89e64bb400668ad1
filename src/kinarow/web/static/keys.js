// Keys that mean something wherever the focus is, but where one types.

/** @param {Record<string, () => void>} keys @param {(digit: string) => void} play @param {() => boolean} isReady */
export function listenToKeys(keys, play, isReady) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement;
    const isAsking = document.querySelector("dialog[open]") !== null;
    if (event.defaultPrevented || typing || isAsking || event.ctrlKey || event.metaKey || event.altKey || !isReady()) return;
    if (/^[1-9]$/.test(event.key)) play(event.key);
    keys[event.key]?.();
  });
}
