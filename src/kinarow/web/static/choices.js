// What there is to choose from: games, evaluators, opponents.

/** @typedef {import("./api.js").Catalogue} Catalogue */

/** The choice of a game that is in no list. */
export const OWN_GAME = "own";

/**
 * @param {Catalogue} catalogue
 * @param {{game: HTMLSelectElement, evaluator: HTMLSelectElement, opponent: HTMLSelectElement}} selects
 */
export function offerChoices(catalogue, { game, evaluator, opponent }) {
  game.replaceChildren(
    ...catalogue.games.map(({ name, title }) => new Option(title, name)),
    new Option("another size …", OWN_GAME),
  );
  evaluator.replaceChildren(
    ...catalogue.evaluators.map(({ name, source }) => {
      const option = new Option(name, name, name === "open-lines", name === "open-lines");
      option.title = source;
      return option;
    }),
  );
  const depths = [1, 2, 4, 6, 8, 10].map((depth) => new Option(`alpha-beta, ${depth} plies`, `alphabeta:depth=${depth}`, depth === 4, depth === 4));
  const levels = Array.from({ length: 10 }, (_, i) => new Option(`level ${i + 1}`, `level:n=${i + 1}`));
  const usual = new Set(["alphabeta", "level"]);
  const others = catalogue.players.filter((name) => !usual.has(name)).map((name) => new Option(name, name));
  opponent.replaceChildren(...depths, ...levels, ...others);
}
