import type { KubeObject } from "../../api/meta.ts";
import type { LabelSelector, Labels } from "../../api/selectors/label-selector.ts";
import { joined, type Pieces } from "../pieces.ts";
import type { CompiledSelector } from "../rule.ts";
import { ByObjectLabels, CandidatePart, type LabelQuestions } from "./candidate-part.ts";

type Parts<H, T> = ReadonlyMap<readonly H[], CandidatePart<T>>;

/**
 * Candidates in their order. Candidates that selectors exclude cost nothing per request: the result of
 * namespace selectors is kept for the labels of a namespace, and candidates that need a label of the object
 * are found by the object's labels.
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

  /**
   * Creates a list. `previous`: the list of the plan before, for the same requests; parts that did not change
   * are taken from it.
   */
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
   * Returns the positions, in order, of the candidates whose selectors have to be evaluated; the selectors of
   * all others exclude the request. `namespace`: the labels of its namespace, the same object as long as they
   * stay the same; undefined: they are not known, or there is no namespace.
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

/** False: the selector excludes these labels. A broken selector reports its error when it is evaluated. */
export const mayTakeLabels = (compiled: CompiledSelector, labels: Labels): boolean =>
  compiled.kind === "broken" || compiled.selector.matches(labels);

/**
 * Returns labels as `key` or `key=value`: the selector matches only objects with one of them. Undefined: it
 * may match an object without labels.
 */
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
