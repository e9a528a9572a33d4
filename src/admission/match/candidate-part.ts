import type { Labels } from "../../api/selectors/label-selector.ts";

/** Results of a candidate's selectors for labels, without the rest of a request. */
export interface LabelQuestions<T> {
  /** False: selectors exclude every request in a namespace with these labels. */
  mayTakeNamespace(candidate: T, labels: Labels): boolean;
  /**
   * Returns labels as `key` or `key=value`: selectors exclude objects that have none of them. Undefined: they
   * may match any object.
   */
  neededLabels(candidate: T): readonly string[] | undefined;
}

/** Candidates among the hooks of one piece of a plan; kept as long as the piece is the same. */
export class CandidatePart<T> {
  readonly all: readonly T[];
  readonly #questions: LabelQuestions<T>;
  readonly #byNamespace = new WeakMap<Labels, ByObjectLabels>();
  #everywhere: ByObjectLabels | undefined;

  constructor(all: readonly T[], questions: LabelQuestions<T>) {
    this.all = all;
    this.#questions = questions;
  }

  /**
   * Returns the candidates whose selectors may match. `labels`: the labels of the namespace; undefined: they
   * are not known, or there is no namespace.
   */
  in(labels: Labels | undefined): ByObjectLabels {
    if (labels === undefined) {
      this.#everywhere ??= this.#sorted([...this.all.keys()]);
      return this.#everywhere;
    }
    const known = this.#byNamespace.get(labels);
    if (known !== undefined) return known;
    const made = this.#inNamespace(labels);
    this.#byNamespace.set(labels, made);
    return made;
  }

  #inNamespace(labels: Labels): ByObjectLabels {
    const { all } = this;
    const takes = (position: number) => this.#questions.mayTakeNamespace(all[position]!, labels);
    const taken = [...all.keys()].filter(takes);
    if (taken.length === all.length) return this.in(undefined);
    return taken.length === 0 ? NONE : this.#sorted(taken);
  }

  #sorted(positions: readonly number[]): ByObjectLabels {
    const made = new ByObjectLabels();
    for (const position of positions) made.add(position, this.#questions.neededLabels(this.all[position]!));
    return made;
  }
}

/** Positions by the labels that an object must have. */
export class ByObjectLabels {
  readonly #always: number[] = [];
  readonly #byLabel = new Map<string, number[]>();

  add(position: number, labels: readonly string[] | undefined): void {
    if (labels === undefined) this.#always.push(position);
    else for (const label of labels) this.#note(label, position);
  }

  /** Adds the positions of a part whose first position is `offset`. */
  addAll(part: ByObjectLabels, offset: number): void {
    for (const position of part.#always) this.#always.push(offset + position);
    for (const [label, positions] of part.#byLabel)
      for (const position of positions) this.#note(label, offset + position);
  }

  #note(label: string, position: number): void {
    const known = this.#byLabel.get(label);
    // An array that begins empty has room for 17 entries: there may be ten thousand arrays.
    if (known === undefined) this.#byLabel.set(label, [position]);
    else known.push(position);
  }

  of(labels: Labels | undefined, oldLabels: Labels | undefined): readonly number[] {
    if (this.#byLabel.size === 0) return this.#always;
    const found = new Set<number>();
    this.#find(labels, found);
    if (oldLabels !== labels) this.#find(oldLabels, found);
    return found.size === 0 ? this.#always : [...this.#always, ...found].sort((a, b) => a - b);
  }

  #find(labels: Labels | undefined, found: Set<number>): void {
    for (const key in labels) {
      for (const position of this.#byLabel.get(key) ?? NOBODY) found.add(position);
      for (const position of this.#byLabel.get(`${key}=${labels[key]}`) ?? NOBODY) found.add(position);
    }
  }
}

const NOBODY: readonly number[] = [];
const NONE = new ByObjectLabels();
