import { admissionEnvironment, CelError, compile, NoJsonError, toJson, type Value } from "../../cel/index.ts";
import { type Json, type JsonObject, record } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import { readOneManifest } from "../read-manifests.ts";

/** Flags of `sallyport cel`, as commander reads them: names of files. */
export interface CelFlags {
  readonly object?: string;
  readonly oldObject?: string;
  readonly params?: string;
  readonly namespaceObject?: string;
  readonly request?: string;
  readonly output: "text" | "json";
}

/** Result of an expression: value, type, and cost in the cost units of kube-apiserver. */
interface Evaluated {
  readonly value: Json;
  readonly type: string;
  readonly cost: number;
}

/**
 * Returns the output of the command. Throws an Error with kube-apiserver's words if the expression is wrong
 * or fails.
 */
export async function evaluate(expression: string, flags: CelFlags): Promise<string> {
  const evaluated = withHint(expression, flags, await variablesOf(flags));
  if (flags.output === "json") return `${JSON.stringify(evaluated, undefined, 2)}\n`;
  const { value, type, cost } = evaluated;
  const shown = typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
  return `${shown}\n\ntype ${type}, cost ${cost}\n`;
}

/** Adds the name of the missing flag to an error of kube-apiserver, whose words do not name it. */
function withHint(
  expression: string,
  flags: CelFlags,
  variables: Readonly<Record<string, Value>>,
): Evaluated {
  try {
    return evaluateWith(expression, variables);
  } catch (error) {
    const hints = HINTS.filter(([name]) => reads(expression, name)).flatMap(([, hint]) => hint(flags));
    throw new Error([messageOf(error), ...hints].join("\n"), { cause: error });
  }
}

/** True if the expression uses the variable. */
const reads = (expression: string, name: string): boolean =>
  (expression.match(/[\w.]+/g) ?? []).some((path) => path.split(".", 1)[0] === name);

const given = (flag: string, file: string | undefined, name: string): readonly string[] =>
  file === undefined ? [`${name} is null: ${flag} FILE gives it a value`] : [];

const UNAVAILABLE = "is not available here; sallyport explain evaluates whole policies and webhooks";

const HINTS: readonly (readonly [string, (flags: CelFlags) => readonly string[]])[] = [
  ["object", ({ object }) => given("--object", object, "object")],
  ["oldObject", ({ oldObject }) => given("--old-object", oldObject, "oldObject")],
  ["params", ({ params }) => given("--params", params, "params")],
  ["namespaceObject", (flags) => given("--namespace-object", flags.namespaceObject, "namespaceObject")],
  ["authorizer", () => [`authorizer ${UNAVAILABLE}`]],
  ["variables", () => [`variables ${UNAVAILABLE}`]],
];

function evaluateWith(expression: string, variables: Readonly<Record<string, Value>>): Evaluated {
  const program = compile(expression, admissionEnvironment({ params: true, authorizer: false }));
  if (program.kind === "issues") throw new Error(program.text);
  const { value, cost } = program.run(variables);
  if (value instanceof CelError)
    throw new Error(`the expression failed after a cost of ${cost}: ${value.message}`);
  return { value: jsonOf(value, program.resultTypeName), type: program.resultTypeName, cost };
}

function jsonOf(value: Value, type: string): Json {
  try {
    return toJson(value, "text");
  } catch (error) {
    if (error instanceof NoJsonError) throw new Error(`a value of the type ${type} cannot be printed`);
    throw error;
  }
}

async function variablesOf(flags: CelFlags): Promise<Record<string, Value>> {
  const [object, oldObject, params, namespaceObject, request] = await Promise.all(
    [flags.object, flags.oldObject, flags.params, flags.namespaceObject, flags.request].map((file) =>
      file === undefined ? undefined : readOneManifest(file),
    ),
  );
  return {
    object: object ?? null,
    oldObject: oldObject ?? null,
    params: params ?? null,
    namespaceObject: namespaceObject ?? null,
    request: request ?? requestOf(object, oldObject),
  };
}

/** The request that would carry these objects. */
function requestOf(object: JsonObject | undefined, oldObject: JsonObject | undefined): JsonObject {
  const { name = "", namespace = "" } = record((object ?? oldObject)?.metadata);
  const operation = oldObject === undefined ? "CREATE" : object === undefined ? "DELETE" : "UPDATE";
  return { operation, name, namespace, dryRun: false, userInfo: { username: "admin" } };
}
