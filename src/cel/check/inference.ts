import type { Overload } from "../types/functions.ts";
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
} from "../types/types.ts";

/** The types that are known for type parameters while an expression is checked. */
export class Inference {
  readonly #mapping = new Map<string, CelType>();
  #fresh = 0;

  /** Returns a type with its known parameters replaced. */
  known(type: CelType): CelType {
    return substitute(this.#mapping, type, false);
  }

  /** Returns the final type: unknown parameters become dyn. */
  finished(type: CelType): CelType {
    return substitute(this.#mapping, type, true);
  }

  /** True if a value of type `b` is accepted for type `a`. Records the parameter types that follow. */
  assign(a: CelType, b: CelType): boolean {
    return this.#assignAll([a], [b]);
  }

  /** Returns the type of a value that has one of two types. */
  join(previous: CelType, current: CelType): CelType {
    return this.assign(previous, current) ? mostGeneral(previous, current) : DYN;
  }

  fresh(): CelType {
    return parameter(`_var${this.#fresh++}`);
  }

  /** Returns the overloads that accept these arguments, and the type of the result; undefined if none does. */
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

  /** Returns the result type of an overload for these arguments; undefined if it does not accept them. */
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

/**
 * The known types, with a layer of new ones that can be discarded. A copy of all known types would get slower
 * with each call.
 */
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
