// What the server says; `answers.d.ts` has the types of its answers, by their paths.

/** @typedef {Record<string, any>} Definition an evaluator as kinarow's JSON files have it */
/** @typedef {string | Definition} EvaluatorOrName */
/** @typedef {import("./answers.js").Post} Post */
/** @typedef {import("./answers.js").Get} Get */

/**
 * @param {string} path
 * @param {object} question
 * @param {AbortSignal} [signal]
 */
async function post(path, question, signal) {
  const response = await fetch(`api/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });
  if (!response.ok) throw new Error((await response.json()).error);
  return response;
}

/**
 * Ask the server; a refusal becomes an Error with the server's words.
 * @template {keyof Post & string} Path
 * @param {Path} path
 * @param {object} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<Post[Path]>}
 */
export async function ask(path, question, signal) {
  return (await post(path, question, signal)).json();
}

/** @template {keyof Get & string} Path @param {Path} path @returns {Promise<Get[Path]>} */
export async function get(path) {
  const response = await fetch(`api/v1/${path}`);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** Have the server delete something. @param {string} path */
export async function forget(path) {
  const response = await fetch(`api/v1/${path}`, { method: "DELETE" });
  if (!response.ok) throw new Error((await response.json()).error);
}

/**
 * Ask for what takes its time; each answer comes as soon as it is found. Aborting the signal tells
 * the server to stop.
 * @template {keyof Post & string} Path
 * @param {Path} path
 * @param {object} question
 * @param {AbortSignal} signal
 * @param {(answer: Post[Path]) => void} hear
 */
export async function listen(path, question, signal, hear) {
  try {
    const response = await post(path, question, signal);
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const lines = rest.split("\n");
      rest = /** @type {string} */ (lines.pop());
      for (const line of lines) {
        const answer = JSON.parse(line);
        if (answer.error) throw new Error(answer.error);
        hear(answer);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
