import type { LabelSelector, Labels } from "../../api/label-selector.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { CompiledSelector } from "../rule.ts";

/** What the selectors of a candidate say of labels, without anything else of a request. */
export interface LabelQuestions<T> {
  /** False: whatever else the request is, selectors leave it out in a namespace with these labels. */
  mayTakeNamespace(candidate: T, labels: Labels): boolean;
  /** `key` or `key=value`: selectors leave out objects that have none of these labels. Undefined: they may take any. */
  neededLabels(candidate: T): readonly string[] | undefined;
}

/**
 * Candidates in their order. Those that selectors leave out cost nothing per request: what namespace selectors say is
 * worked out once for the labels of a namespace, and who needs a label of the object is found by the object's labels.
 */
export class CandidateList<T> {
  readonly all: readonly T[];
  readonly #questions: LabelQuestions<T>;
  readonly #everywhere: ByObjectLabels;
  readonly #byNamespace = new WeakMap<Labels, ByObjectLabels>();

  constructor(all: readonly T[], questions: LabelQuestions<T>) {
    this.all = all;
    this.#questions = questions;
    this.#everywhere = this.#sorted(() => true);
  }

  /**
   * Positions, in order, of those whose selectors have to be asked; all others leave the request out. `namespace`: the
   * labels of its namespace, the same object as long as they stay the same; undefined: not known, or there is none.
   */
  mayTake(
    namespace: Labels | undefined,
    object: KubeObject | null,
    oldObject: KubeObject | null,
  ): readonly number[] {
    const list = namespace === undefined ? this.#everywhere : this.#inNamespace(namespace);
    return list.of(object?.metadata?.labels, oldObject?.metadata?.labels);
  }

  #inNamespace(labels: Labels): ByObjectLabels {
    const known = this.#byNamespace.get(labels);
    if (known !== undefined) return known;
    const made = this.#sorted((candidate) => this.#questions.mayTakeNamespace(candidate, labels));
    this.#byNamespace.set(labels, made);
    return made;
  }

  #sorted(takes: (candidate: T) => boolean): ByObjectLabels {
    const made = new ByObjectLabels();
    for (const [position, candidate] of this.all.entries())
      if (takes(candidate)) made.add(position, this.#questions.neededLabels(candidate));
    return made;
  }
}

/** Positions by the labels that an object has to have. */
class ByObjectLabels {
  readonly #always: number[] = [];
  readonly #byLabel = new Map<string, number[]>();

  add(position: number, labels: readonly string[] | undefined): void {
    if (labels === undefined) this.#always.push(position);
    else for (const label of labels) this.#needing(label).push(position);
  }

  #needing(label: string): number[] {
    const known = this.#byLabel.get(label) ?? [];
    this.#byLabel.set(label, known);
    return known;
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

/** False: the selector leaves these labels out. What is wrong with a broken one is told when it is asked. */
export const mayTakeLabels = (compiled: CompiledSelector, labels: Labels): boolean =>
  compiled.kind === "broken" || compiled.selector.matches(labels);

/** `key` or `key=value`: labels of which the selector needs one; undefined: it may take an object without labels. */
export function labelsNeededBy(compiled: CompiledSelector): readonly string[] | undefined {
  return compiled.kind === "broken" ? undefined : neededOf(compiled.selector);
}

function neededOf({ requirements }: LabelSelector): readonly string[] | undefined {
  for (const { key, operator, values } of requirements) {
    if (operator === "=" || operator === "==" || operator === "in")
      return values.map((value) => `${key}=${value}`);
    if (operator === "exists" || operator === "gt" || operator === "lt") return [key];
  }
  return undefined;
}
