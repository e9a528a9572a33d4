import type { LabelSelector, Labels } from "../../api/label-selector.ts";
import type { KubeObject } from "../../api/meta.ts";
import { joined, type Pieces } from "../pieces.ts";
import type { CompiledSelector } from "../rule.ts";
import { ByObjectLabels, CandidatePart, type LabelQuestions } from "./candidate-part.ts";

type Parts<H, T> = ReadonlyMap<readonly H[], CandidatePart<T>>;

/**
 * Candidates in their order. Those that selectors leave out cost nothing per request: what namespace selectors say is
 * worked out once for the labels of a namespace, and who needs a label of the object is found by the object's labels.
 */
export class CandidateList<H, T> {
  readonly all: readonly T[];
  readonly parts: Parts<H, T>;
  readonly #byNamespace = new WeakMap<Labels, ByObjectLabels>();
  #everywhere: ByObjectLabels | undefined;

  constructor(parts: Parts<H, T>) {
    this.all = joined([...parts.values()].map(({ all }) => all));
    this.parts = parts;
  }

  /** `previous`: of the plan before, for the same requests; what is the same is taken over. */
  static of<H, T>(
    pieces: Pieces<H>,
    find: (hook: H) => T | undefined,
    questions: LabelQuestions<T>,
    previous: CandidateList<H, T> | undefined,
  ): CandidateList<H, T> {
    const known = previous?.parts;
    if (known?.size === pieces.length && pieces.every((piece) => known.has(piece))) return previous!;
    const make = (piece: readonly H[]) =>
      new CandidatePart(
        piece.flatMap((hook) => find(hook) ?? []),
        questions,
      );
    return new CandidateList(new Map(pieces.map((piece) => [piece, known?.get(piece) ?? make(piece)])));
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
    return this.#in(namespace).of(object?.metadata?.labels, oldObject?.metadata?.labels);
  }

  #in(labels: Labels | undefined): ByObjectLabels {
    const known = labels === undefined ? this.#everywhere : this.#byNamespace.get(labels);
    if (known !== undefined) return known;
    const made = this.#joined(labels);
    if (labels === undefined) this.#everywhere = made;
    else this.#byNamespace.set(labels, made);
    return made;
  }

  #joined(labels: Labels | undefined): ByObjectLabels {
    const made = new ByObjectLabels();
    let offset = 0;
    for (const part of this.parts.values()) {
      made.addAll(part.in(labels), offset);
      offset += part.all.length;
    }
    return made;
  }
}

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
