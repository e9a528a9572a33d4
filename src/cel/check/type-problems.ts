import type { Issue } from "../parse/source.ts";
import { type CelType, checkedName, declaredName, ERROR } from "../types/types.ts";

/** Highest number of reported errors. */
const MOST = 100;

/** Errors of the checker, in the reference's words. Each method returns the type for the invalid expression. */
export class TypeProblems {
  readonly issues: Issue[] = [];

  undeclared(at: number, name: string): CelType {
    return this.#add(at, `undeclared reference to '${name}' (in container '')`);
  }

  unresolved(at: number, name: string): CelType {
    return this.#add(at, `unexpected failed resolution of '${name}'`);
  }

  noFields(at: number, type: CelType): CelType {
    return this.#add(at, `type '${checkedName(type)}' does not support field selection`);
  }

  undefinedField(at: number, field: string): CelType {
    return this.#add(at, `undefined field '${field}'`);
  }

  wrongField(at: number, field: string, type: CelType, found: CelType): CelType {
    const expected = `expected type of field '${field}' is '${checkedName(type)}'`;
    return this.#add(at, `${expected} but provided type is '${checkedName(found)}'`);
  }

  mismatch(at: number, expected: CelType, found: CelType): CelType {
    return this.#add(at, `expected type '${checkedName(expected)}' but found '${checkedName(found)}'`);
  }

  noType(at: number, type: CelType): CelType {
    return this.#add(at, `'${declaredName(type)}' is not a type`);
  }

  noMessage(at: number, type: CelType): CelType {
    return this.#add(at, `'${declaredName(type)}' is not a message type`);
  }

  noRange(at: number, type: CelType): CelType {
    const problem = `expression of type '${checkedName(type)}' cannot be range of a comprehension`;
    return this.#add(at, `${problem} (must be list, map, or dynamic)`);
  }

  noOverload(at: number, name: string, args: readonly CelType[], isMember: boolean): CelType {
    const types = args.map(checkedName);
    const signature = isMember ? `${types[0]}.(${types.slice(1).join(", ")})` : `(${types.join(", ")})`;
    return this.#add(at, `found no matching overload for '${name}' applied to '${signature}'`);
  }

  #add(at: number, text: string): CelType {
    if (this.issues.length < MOST) this.issues.push({ at, text });
    return ERROR;
  }
}
