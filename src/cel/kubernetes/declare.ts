import { LIBRARIES } from "../libraries/index.ts";
import { createEnvironment, type Environment } from "../types/environment.ts";
import { type CelType, paramsOf, parseType } from "../types/types.ts";

/**
 * Returns an environment with the given variables and all of Kubernetes' libraries (kube-apiserver 1.37). Types are written as
 * CEL names them: `bool`, `int`, `uint`, `double`, `string`, `bytes`, `timestamp`, `duration`, `list(string)`,
 * `map(string, dyn)`, `optional(int)`; `dyn` is anything, such as a JSON document. Throws a TypeError for any other name.
 *
 * Creating one takes much longer than a compilation: create it once.
 *
 * @example
 * ```ts
 * import { compile, declareVariables } from "sallyport/cel";
 * const environment = declareVariables({ replicas: "int", labels: "map(string, string)" });
 * const program = compile("replicas > 2 && 'owner' in labels", environment);
 * if (program.kind === "issues") throw new Error(program.text);
 * program.resultTypeName; // "bool"
 * program.run({ replicas: 3, labels: { owner: "me" } }).value; // true
 * ```
 */
export function declareVariables(variables: Readonly<Record<string, string>>): Environment {
  const types = Object.entries(variables).map(([name, text]): [string, CelType] => [name, readType(text)]);
  return createEnvironment({ variables: Object.fromEntries(types), libraries: LIBRARIES });
}

function readType(text: string): CelType {
  const type = parseType(text);
  if (!isKnown(type)) throw new TypeError(`${text} is no type that a variable can have`);
  return type;
}

const isKnown = (type: CelType): boolean =>
  type.kind !== "object" && type.kind !== "parameter" && paramsOf(type).every(isKnown);
