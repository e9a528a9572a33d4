import type { Overload } from "./functions.ts";
import {
  assignableLists,
  type CelType,
  DYN,
  isDyn,
  type Mapping,
  mostGeneral,
  parameter,
  sameType,
  substitute,
} from "./types.ts";

/** What has been learnt about type parameters while an expression is checked. */
export class Inference {
  readonly #mapping = new Map<string, CelType>();
  #fresh = 0;

  /** A type, its parameters replaced by what is known of them. */
  known(type: CelType): CelType {
    return substitute(this.#mapping, type, false);
  }

  /** The same at the end: parameters of which nothing is known are dyn. */
  finished(type: CelType): CelType {
    return substitute(this.#mapping, type, true);
  }

  /** Whether a value of type `b` can stand where `a` is expected; learns what follows from it. */
  assign(a: CelType, b: CelType): boolean {
    return this.#assignAll([a], [b]);
  }

  /** The type of what may be one or the other. */
  join(previous: CelType, current: CelType): CelType {
    return this.assign(previous, current) ? mostGeneral(previous, current) : DYN;
  }

  fresh(): CelType {
    return parameter(`_var${this.#fresh++}`);
  }

  /** The overloads that take these arguments, and the type of the result; undefined: none does. */
  resolve(
    known: readonly Overload[],
    args: readonly CelType[],
    isMember: boolean,
  ): { readonly result: CelType | undefined; readonly overloads: readonly Overload[] } {
    const overloads: Overload[] = [];
    let result: CelType | undefined;
    for (const overload of known) {
      if (overload.member !== isMember) continue;
      const found = this.#resultOf(overload, args);
      if (found === undefined) continue;
      overloads.push(overload);
      if (result === undefined) result = found;
      else if (!isDyn(result) && !sameType(found, result)) result = DYN;
    }
    return { result, overloads };
  }

  /** The result of an overload for these arguments; undefined when it does not take them. */
  #resultOf(overload: Overload, args: readonly CelType[]): CelType | undefined {
    const fresh: Mapping = new Map(overload.typeParams.map((name) => [name, this.fresh()]));
    const params = overload.params.map((param) => substitute(fresh, param, false));
    if (!this.#assignAll(args, params)) return undefined;
    return this.known(substitute(fresh, overload.result, false));
  }

  #assignAll(a: readonly CelType[], b: readonly CelType[]): boolean {
    const trial = new Trial(this.#mapping);
    const fits = assignableLists(trial, a, b);
    if (fits) for (const [name, type] of trial.learnt) this.#mapping.set(name, type);
    return fits;
  }
}

/** What is known, and above it what is learnt and perhaps forgotten again. A copy of all that is known would cost more with each call. */
class Trial implements Mapping {
  readonly learnt = new Map<string, CelType>();
  readonly #known: Mapping;

  constructor(known: Mapping) {
    this.#known = known;
  }

  get(name: string): CelType | undefined {
    return this.learnt.get(name) ?? this.#known.get(name);
  }

  set(name: string, type: CelType): void {
    this.learnt.set(name, type);
  }
}
