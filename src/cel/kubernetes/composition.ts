import { trimSpace } from "../../go/space.ts";
import { type Compiled, compile } from "../program.ts";
import { type Environment, type ObjectFields, withObject } from "../types/environment.ts";
import { type CelType, DYN, listOf, mapOf } from "../types/types.ts";
import { environmentFor } from "./known-environments.ts";

/** A variable of a policy: `spec.variables[]`. */
export interface NamedExpression {
  readonly name: string;
  readonly expression: string;
}

/** Variables and types that one expression of a policy may use; params are the same for the whole policy. */
export interface Use {
  readonly authorizer: boolean;
  /** True if `Object`, `JSONPatch` and the other types of mutations may be used. */
  readonly patches: boolean;
}

/** The type of `variables`. */
export const VARIABLES_TYPE = "kubernetes.variables";

/** The compiled variables of one policy, and a compiler for the expressions that may use them. */
export interface Composition {
  /**
   * The variables in the order of declaration. A variable can use only those before it; blank ones cannot be
   * used at all.
   */
  readonly variables: readonly Compiled[];
  /** Variables by name; of two with the same name the later one. */
  readonly byName: ReadonlyMap<string, ComposedVariable>;
  compile(expression: string, use: Use): Compiled;
}

/** A variable that other expressions use as `variables.<name>`. */
export interface ComposedVariable {
  readonly program: Compiled;
  /** Index of its value in the list of values. */
  readonly index: number;
}

/** Compiles the variables of a policy. If `variables` is undefined, the name `variables` is not declared. */
export function compose(
  variables: readonly NamedExpression[] | undefined,
  { params }: { readonly params: boolean },
): Composition {
  const fields: Record<string, CelType> = Object.create(null);
  const made = new Map<string, Environment>();
  const environment = (use: Use): Environment => {
    const base = environmentFor({ params, ...use });
    if (variables === undefined) return base;
    const key = `${use.authorizer}/${use.patches}`;
    const own = made.get(key) ?? withObject(base, "variables", VARIABLES_TYPE, fields as ObjectFields);
    made.set(key, own);
    return own;
  };
  const compiled: Compiled[] = [];
  const byName = new Map<string, ComposedVariable>();
  for (const { name, expression } of variables ?? []) {
    const program = compile(expression, environment({ authorizer: true, patches: false }));
    compiled.push(program);
    if (trimSpace(expression) === "") continue;
    byName.set(name, { program, index: byName.get(name)?.index ?? byName.size });
    fields[name] = program.kind === "program" ? fieldType(program.resultType) : DYN;
  }
  return { variables: compiled, byName, compile: (expression, use) => compile(expression, environment(use)) };
}

/** Signature of `compose`. */
export type Compose = typeof compose;

/**
 * Returns a `compose` that creates equal compositions once, and compiles each of their expressions once. It
 * keeps all of them, so it is for commands that end soon.
 */
export function composeOnce(): Compose {
  const known = new Map<string, Composition>();
  return (variables, options) => {
    const key = JSON.stringify([variables, options]);
    const composition = known.get(key) ?? compilingOnce(compose(variables, options));
    known.set(key, composition);
    return composition;
  };
}

function compilingOnce(composition: Composition): Composition {
  const known = new Map<string, Compiled>();
  return {
    ...composition,
    compile(expression, use) {
      const key = `${use.authorizer}/${use.patches}/${expression}`;
      const program = known.get(key) ?? composition.compile(expression, use);
      known.set(key, program);
      return program;
    },
  };
}

/**
 * Converts the type of a variable as the reference does: it keeps scalars, lists and maps; all other types
 * become dyn.
 */
export function fieldType(type: CelType): CelType {
  switch (type.kind) {
    case "list":
      return listOf(fieldType(type.params[0]));
    case "map":
      return mapOf(fieldType(type.params[0]), fieldType(type.params[1]));
    case "opaque":
    case "object":
    case "type":
    case "parameter":
    case "error":
      return DYN;
    default:
      return type;
  }
}
