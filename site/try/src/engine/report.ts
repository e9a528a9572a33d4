import { explainOffline } from "../../../../src/explain/offline/explain-offline.ts";
import { type Manifest, parseManifests } from "../../../../src/explain/offline/manifests.ts";
import { requestSpec } from "../../../../src/explain/offline/request-spec.ts";
import type { JsonObject } from "../../../../src/json/value.ts";
import { lint } from "../../../../src/lint/lint.ts";
import { evaluateExpression, requestWith } from "../../../../src/cel/kubernetes/evaluate-expression.ts";
import { messageOf, placedError } from "./placed-error.ts";
import { type Evaluated, FILE_NAMES, type File, type FileProblem, type Report, type Situation } from "./messages.ts";
import { type PageWebhooks, pageWebhooks } from "./page-webhooks.ts";
import { ScriptError } from "./threads.ts";

/** Decides the request of a situation, checks its manifests and evaluates its expression. */
export async function reportOf(situation: Situation): Promise<Report> {
  const startedAt = performance.now();
  const problems: FileProblem[] = [];
  const read = async (file: "configurations" | "object" | "old"): Promise<Manifest[]> => {
    try {
      return await parseManifests(situation[file], FILE_NAMES[file]);
    } catch (error) {
      problems.push(problemIn(file, error));
      return [];
    }
  };
  const [manifests, objects, olds] = [await read("configurations"), await read("object"), await read("old")];
  const object = objects[0]?.object;
  const old = olds[0]?.object;
  const canDecide = problems.length === 0;
  const findings = await findingsOf(situation, [...manifests, ...objects, ...olds]);
  const evaluated = situation.expression === "" ? {} : { evaluated: evaluate(situation, object, old) };
  const given = object ?? old;
  const explanation =
    canDecide && given !== undefined ? await decide(situation, manifests, given, old, problems) : undefined;
  return {
    ...(explanation && { explanation }),
    ...evaluated,
    problems,
    findings,
    milliseconds: performance.now() - startedAt,
  };
}

async function decide(
  situation: Situation,
  manifests: readonly Manifest[],
  given: JsonObject,
  old: JsonObject | undefined,
  problems: FileProblem[],
): Promise<Report["explanation"]> {
  let own: PageWebhooks | undefined;
  try {
    if (situation.webhooks.trim() !== "") own = await pageWebhooks(situation.webhooks);
    const request = requestSpec(given, old ?? null, flagsOf(situation));
    const kubernetesVersion = situation.version;
    return await explainOffline({
      ...{ manifests, request, kubernetesVersion },
      ...(own && { handlers: own.handlers }),
    });
  } catch (error) {
    const file = error instanceof ScriptError ? "webhooks" : "object";
    problems.push(problemIn(file, error));
    return undefined;
  } finally {
    own?.close();
  }
}

const flagsOf = ({ operation, user, groups, dryRun }: Situation) => ({
  ...(operation !== "" && { operation }),
  ...(user !== "" && { as: user, asGroup: groupsOf(groups) }),
  dryRun,
});

function groupsOf(text: string): string[] {
  const given = text
    .split(",")
    .map((group) => group.trim())
    .filter((group) => group !== "");
  return given.length === 0 ? ["system:authenticated"] : given;
}

/** Findings about manifests that can be read; none if the check itself fails, which is an error of the page. */
async function findingsOf({ version }: Situation, manifests: readonly Manifest[]): Promise<Report["findings"]> {
  return (await lint({ manifests, now: Date.now(), kubernetesVersion: version })).findings;
}

function evaluate(
  { expression }: Situation,
  object: JsonObject | undefined,
  old: JsonObject | undefined,
): Evaluated {
  try {
    const { value, type, cost } = evaluateExpression(expression, {
      ...{ object: object ?? null, oldObject: old ?? null, params: null, namespaceObject: null },
      request: requestWith(object, old),
    });
    return { kind: "value", value: JSON.stringify(value, null, 1), type, cost };
  } catch (error) {
    return { kind: "error", message: messageOf(error) };
  }
}

function problemIn(file: File, error: unknown): FileProblem {
  const { line, message } = placedError(error, FILE_NAMES[file]);
  return { file, message, line: error instanceof ScriptError ? error.line : line };
}
