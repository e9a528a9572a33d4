import { trimSpace } from "../api/go-space.ts";
import { type Environment, type ObjectFields, withObject } from "./environment.ts";
import { admissionEnvironment } from "./kubernetes.ts";
import { JSON_PATCH } from "./libraries/json-patch.ts";
import { patchTypes } from "./patch-types.ts";
import { type Compiled, compile } from "./program.ts";
import { type CelType, DYN, listOf, mapOf } from "./types.ts";

export interface NamedExpression {
  readonly name: string;
  readonly expression: string;
}

/** What an expression of a policy may use beside object, oldObject, request, namespaceObject and params. */
export interface Use {
  readonly authorizer: boolean;
  /** `Object`, `JSONPatch` and what belongs to mutations. */
  readonly patches: boolean;
}

const environments = new Map<string, Environment>();

/** Environments are costly and few: each is made once. */
function environmentFor(params: boolean, { authorizer, patches }: Use): Environment {
  const key = `${params}/${authorizer}/${patches}`;
  let made = environments.get(key);
  if (made === undefined) {
    const mutation = patches ? { libraries: [JSON_PATCH], family: patchTypes } : {};
    made = admissionEnvironment({ params, authorizer, ...mutation });
    environments.set(key, made);
  }
  return made;
}

/** The type of `variables`. */
export const VARIABLES_TYPE = "kubernetes.variables";

/** The variables of one policy, compiled, and what is needed to compile all that may use them. */
export interface Composition {
  /** In the order of their declaration; one sees only those before it, and blank ones nobody sees. */
  readonly variables: readonly Compiled[];
  /** Of two with one name the later. */
  readonly byName: ReadonlyMap<string, ComposedVariable>;
  compile(expression: string, use: Use): Compiled;
}

/** A variable that other expressions use as `variables.<name>`. */
export interface ComposedVariable {
  readonly program: Compiled;
  /** Among the names: where its value is kept. */
  readonly index: number;
}

/** `variables` undefined: expressions do not even know the word. */
export function compose(
  variables: readonly NamedExpression[] | undefined,
  { params }: { readonly params: boolean },
): Composition {
  const fields: Record<string, CelType> = Object.create(null);
  const made = new Map<string, Environment>();
  const environment = (use: Use): Environment => {
    const base = environmentFor(params, use);
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
  return {
    variables: compiled,
    byName,
    compile: (expression, use) => compile(expression, environment(use)),
  };
}

/** Makes compositions, as `compose` does. */
export type Compose = typeof compose;

/**
 * `compose` that makes equal compositions once, and compiles each of their expressions once. All of them are kept, so
 * it is for commands that end soon.
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

/** Of the type of a variable the reference keeps scalars, lists and maps; all else may be anything. */
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
