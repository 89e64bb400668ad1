// What the lab answers. Written by tools/page_types.py from web/lab/answers.py.

export interface Error {
  error: string;
}

export interface Node {
  move: string | null;
  node: "max" | "min";
  score: number | null;
  bound: string | null;
  best: string | null;
  pruned: boolean;
  children: Node[];
}

export interface Lesson {
  algorithm: "alphabeta" | "minimax";
  order: "usual" | "good" | "bad";
  game: string | null;
  value: number;
  label: string;
  best: string | null;
  looked_at: number;
  cut_off: number;
  nodes: LessonNode[];
  steps: LessonStep[];
}

export interface LessonNode {
  parent: number | null;
  /** the move that leads there */
  name: string;
  node: "max" | "min";
  /** whether it is left out */
  pruned: boolean;
  cell?: string;
  side?: 1 | 2;
}

export interface LessonStep {
  kind: "enter" | "leaf" | "update" | "cut" | "done";
  node: number;
  words: string;
  low?: number;
  low_label?: string;
  high?: number;
  high_label?: string;
  score?: number;
  bound?: string | null;
  /** the score with its sign, ≤ or ≥ where it is a bound */
  label?: string;
  /** whose value came up */
  child?: number;
  child_label?: string;
  improves?: boolean;
}

export interface Page {
  html: string;
}

export interface Opinion {
  /** by move */
  scores: Record<string, number>;
  /** the share of positions in which its favourite is right */
  agreement: number | null;
  positions: number;
  /** why there are none */
  unsolved: string;
}

export interface Puzzles {
  puzzles: PuzzleSummary[];
  first: number;
  total: number;
  games: string[];
  themes: ("at once" | "forced" | "zugzwang" | "holding")[];
}

export interface PuzzleSummary {
  key: string;
  game: string;
  mover: 1 | 2;
  aim: "win" | "draw";
  theme: "at once" | "forced" | "zugzwang" | "holding" | null;
  difficulty: number;
  stones: number;
}

export interface OwnPuzzles {
  puzzles: OwnPuzzle[];
}

export interface OwnPuzzle {
  key: string;
  game: string;
  mover: 1 | 2;
  aim: "win" | "draw";
  theme: "at once" | "forced" | "zugzwang" | "holding" | null;
  difficulty: number;
  stones: number;
  gravity: boolean;
  look: Look;
  line: string;
  moves: Playable[];
  diagram: Diagram;
  played: string | null;
  answers: Playable[];
  only: boolean;
}

/** Pieces, and the names of the sides, as people who play the game call them. */
export interface Look {
  pieces: "discs" | "stones" | "strokes";
  sides: string[];
}

export interface Playable {
  move: string;
  cell: string;
}

export interface Diagram {
  columns: number;
  rows: number;
  /** by cell name */
  stones: Record<string, 1 | 2>;
  /** the winning lines */
  lines: string[][];
  last: string | null;
  /** whether moves are written as column numbers */
  column_numbers: boolean;
  marks: Mark[];
  /** by cell name, from −1 (bad) to 1 (good) */
  heat: Record<string, number>;
  /** by cell name, what is written there */
  numbers: Record<string, string>;
  captions: string[];
}

export interface Mark {
  cells: string[];
  tone: string;
}

export interface Puzzle {
  key: string;
  game: string;
  mover: 1 | 2;
  aim: "win" | "draw";
  theme: "at once" | "forced" | "zugzwang" | "holding" | null;
  difficulty: number;
  stones: number;
  gravity: boolean;
  look: Look;
  line: string;
  moves: Playable[];
  diagram: Diagram;
}

export interface Answered {
  puzzle: string;
  move: string;
  cell: string;
  right: boolean;
  answers: Playable[];
  reason: Reason | null;
  allowed: Reason | null;
  words: string[];
}

export interface Reason {
  kind: "at once" | "forced" | "zugzwang" | "holding";
  side: 1 | 2;
  cells: string[];
  lines: string[][];
  labels: Record<string, string>;
  words: string;
}

export interface Catalogue {
  games: NamedGame[];
  evaluators: NamedEvaluator[];
  /** the evaluator to begin with, where stones fall and where not */
  usual: Usual;
  players: string[];
  /** those given when the lab was started */
  own_players: string[];
  files: OwnFile[];
  /** one of each kind, to be added */
  terms: Record<string, Record<string, any>>;
  /** of a board */
  most_cells: number;
}

export interface NamedGame {
  name: string;
  title: string;
  game: string;
}

export interface NamedEvaluator {
  name: string;
  source: string;
  /** given when the lab was started */
  own: boolean;
  definition?: Record<string, any>;
}

export interface Usual {
  drop: string;
  place: string;
}

export interface OwnFile {
  /** the version that is in use, if one works */
  in_use: number | null;
  /** the one that worked before it */
  before: number | null;
  /** what is wrong with the newest */
  error: Failure | null;
  /** of the evaluator or the player in it */
  name: string;
  kind: "evaluator" | "player";
  file: string;
  /** of the version that was saved last */
  number: number;
  /** seconds since 1970; null if it is gone */
  saved: number | null;
  /** those in which an evaluator was tried */
  games: Record<string, FileStanding>;
}

export interface Failure {
  /** a sentence */
  text: string;
  file: string;
  line: number | null;
  /** that line */
  snippet: string;
  /** the board that it happened on, as a text */
  state: string;
  /** the same */
  board: Diagram | null;
}

export interface FileStanding {
  /** the version that is in use, if one works */
  in_use: number | null;
  /** the one that worked before it */
  before: number | null;
  /** what is wrong with the newest */
  error: Failure | null;
}

export interface Position {
  game: string;
  state: string;
  /** the moves so far, as this game writes them */
  line: string;
  mover: 1 | 2;
  plies: number;
  legal: string[];
  over: boolean;
  winner: 1 | 2 | null;
  lines: string[][];
  gravity: boolean;
  target: number;
  /** whether a longer line does not win */
  exact: boolean;
  /** what pieces look like, and what the sides are called */
  look: Look;
  /** whether the exact solver knows the game */
  solvable: boolean;
  /** the player that searches best in this game */
  searcher: string;
  moves: Playable[];
  /** the cells of the stones as they were played */
  order: string[];
  diagram: Diagram;
  /** null if no evaluator had one */
  explanation: Explanation | null;
  /** what is wrong with the one that was asked for */
  evaluator_error: Failure | null;
  /** of its file, if it is in one and works */
  evaluator_version: number | null;
  /** how large the evaluator's scores usually are in this game */
  scale: number;
  threats: Threat[];
  /** by move */
  changes?: Record<string, Changes>;
}

export interface Explanation {
  score: number;
  for: 1 | 2;
  counted?: string;
  evaluator: string;
  contributions: Contribution[];
  steps: Step[];
  /** what must be said beside the score */
  remarks: Remark[];
}

export interface Contribution {
  term: string;
  step: string;
  cells: string[];
  holds: string;
  points: number;
  total: number;
}

export interface Step {
  title: string;
  points: number;
  note: string;
}

/** One sentence about a score, and a name for its kind that programs can go by. */
export interface Remark {
  kind: "clipped" | "not repeatable" | "mistake";
  words: string;
}

export interface Threat {
  cell: string;
  side: 1 | 2;
  odd: boolean;
}

/** What a move changes in the score. */
export interface Changes {
  before: number;
  after: number;
  changes: Change[];
}

export interface Change {
  kind: "new" | "grown" | "shrunk" | "blocked" | "phase" | "end";
  term: string;
  cells: string[];
  before: string;
  after: string;
  points: number;
  words: string;
}

export interface GameMoves {
  moves: string;
}

export interface Choice {
  move: string;
  cell: string;
  /** the cells of the moves that it expects, its own first */
  line: string[];
  score: number | null;
  reason: string;
  depth: number;
  nodes: number;
}

/** Stones, or the side that is taken. */
export interface Swap2 {
  stones: string[];
  takes: 1 | 2 | null;
  reason: string;
}

/** What each move is worth some plies ahead. */
export interface Ahead {
  depth: number;
  /** by move */
  scores: Record<string, number>;
  note?: string;
}

export interface Exact {
  /** null: not solved in time */
  exact: number | null;
  outcome: "win" | "draw" | "loss" | null;
  /** how many own moves are left until the game is decided */
  moves: number | null;
  /** the number of the winner's stone that decides it */
  stone: number | null;
  move: string;
  cell: string;
  /** how it wins or loses, if that is forced */
  line?: string[];
}

export interface Reviewed {
  ply: number;
  mover: 1 | 2;
  move: string;
  cell: string;
  verdict: "best" | "slower" | "sooner" | "blunder" | "mistake" | "unknown";
  /** the verdict, and how much later or sooner */
  words: string;
  before: number | null;
  after: number | null;
  blunder: string | null;
  better: string[];
  /** what the evaluator made of it */
  missed: string;
  within: number | null;
  why: Record<string, any> | null;
  heuristic: number;
  /** before the move */
  worth: Worth;
  /** after it, for the same side */
  left: Worth;
  /** whether no other move kept the result */
  only: boolean;
  /** where the other side would have won with its next stone */
  threatened: string[];
}

/** What a position is worth for the side to move under perfect play. */
export interface Worth {
  /** null: not solved in time */
  exact: number | null;
  outcome: "win" | "draw" | "loss" | null;
  /** how many own moves are left until the game is decided */
  moves: number | null;
  /** the number of the winner's stone that decides it */
  stone: number | null;
}

export interface Whys {
  words: string[];
  reason: Reason | null;
  holds: Reason[];
  must_stop: string | null;
}

export interface Written {
  /** how much of it is done */
  share: number;
  words: string;
  html?: string;
}

export interface Formula {
  mathml: string;
  text: string;
}

export interface Weights {
  /** with every weight written out for a game */
  evaluator: Record<string, any>;
  terms: TermWeights[];
}

export interface TermWeights {
  name: string;
  weights: Weight[];
}

/** A weight of a term, as a slider shows it. */
export interface Weight {
  /** the keys to it */
  at: string[];
  /** as files write it */
  name: string;
  /** as players speak of it */
  words: string;
  value: number;
  low: number;
  high: number;
  step: number;
}

export interface Python {
  python: string;
}

export interface Tournaments {
  tournaments: TournamentSummary[];
  first: number;
  total: number;
}

export interface TournamentSummary {
  id: string;
  /** whether you may pause and delete it */
  mine: boolean;
  state: "running" | "paused" | "done" | "failed";
  game: string;
  players: string[];
  scheduled: number;
  games: number;
}

export interface Tournament {
  id: string;
  /** whether you may pause and delete it */
  mine: boolean;
  state: "running" | "paused" | "done" | "failed";
  game: string;
  players: string[];
  scheduled: number;
  games: number;
  failure: string;
  interrupted: null;
  repeated: number;
  unpaired: number;
  anchors: Record<string, number>;
  standings: Standing[];
  encounters: Encounter[];
  forfeits: Record<string, number>;
  first: number;
  records: Game[];
}

/** A player's place in a tournament. */
export interface Standing {
  player: string;
  elo: Estimate;
  points: number;
  games: number;
}

/** A number with its interval, at 95 %. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** All games of two players, seen from a. */
export interface Encounter {
  a: string;
  b: string;
  game: string;
  games: number;
  interrupted: null;
  repeated: number;
  unpaired: number;
  wins: number;
  ties: number;
  losses: number;
  points: number;
  distinct: number;
  elo: Estimate;
  los: number;
  pentanomial: number[];
  endings: Record<string, number>;
  mean_plies: number;
  by_environment: Environments;
  sprt: SequentialTest;
}

export interface Environments {
  a: number;
  b: number;
}

export interface SequentialTest {
  llr: number;
  low: number;
  high: number;
  verdict: "H0" | "H1" | null;
}

export interface Game {
  first: string;
  second: string;
  a_side: 1 | 2;
  moves: string;
  winner: 1 | 2 | null;
  reason: string;
  opening_rule?: string;
  /** where the players made it */
  opening?: string;
  choices?: string;
}

/** By path, what is answered to POST; of a stream, each line. */
export interface Post {
  tree: Node;
  lesson: Lesson;
  textbook: Lesson;
  slides: Page;
  opinion: Opinion;
  mistakes: OwnPuzzles;
  [path: `puzzles/${string}`]: Answered;
  position: Position;
  game: GameMoves;
  move: Choice;
  swap2: Swap2;
  analysis: Ahead;
  exact: Exact;
  review: Reviewed;
  why: Whys;
  report: Written;
  formula: Formula;
  weights: Weights;
  python: Python;
  tournaments: Tournament;
  [path: `tournaments/${string}`]: Tournament;
}

/** By path, what is answered to GET; of a stream, each line. */
export interface Get {
  puzzles: Puzzles;
  [path: `puzzles?${string}`]: Puzzles;
  [path: `puzzles/${string}`]: Puzzle;
  catalogue: Catalogue;
  tournaments: Tournaments;
  [path: `tournaments?${string}`]: Tournaments;
  [path: `tournaments/${string}`]: Tournament;
}
