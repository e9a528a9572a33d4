import type { Value } from "../../cel/index.ts";
import {
  type EvaluatedExpression,
  evaluateExpression,
  requestWith,
} from "../../cel/kubernetes/evaluate-expression.ts";
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
): EvaluatedExpression {
  try {
    return evaluateExpression(expression, variables);
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
    request: request ?? requestWith(object, oldObject),
  };
}
