import { type JsonObject, record } from "../../json/value.ts";
import { applyJsonPatch } from "../../patch/apply.ts";
import { type JsonPatchOperation, patchOf } from "../../patch/operation.ts";
import { changedPaths } from "../changed-paths.ts";
import type { ExplainedAnswer, Explanation } from "../explanation.ts";
import { type Path, pointerOf, valueAt } from "../sources.ts";
import { withoutServerFields } from "./load.ts";
import type { RequestSpec } from "./request-spec.ts";

/**
 * Adds to the refusal of an update by the server's own validation which fields the request takes away, if it is accepted without
 * that: `send` tries it. Manifests lack what the server and controllers have set.
 */
export async function withPutBack(
  explanation: Explanation,
  request: RequestSpec,
  send: (request: RequestSpec) => Promise<ExplainedAnswer>,
): Promise<Explanation> {
  const { answer, findings } = explanation;
  const cause = findings.find(({ code, of, webhook }) => code === "refused" && of === "" && webhook === "");
  const taken = answer.code === INVALID ? takenAway(request) : [];
  if (cause === undefined || taken.length === 0 || taken.length > MOST) return explanation;
  const isAccepted = async (operations: readonly JsonPatchOperation[]): Promise<boolean> => {
    const object = applyJsonPatch(request.object, patchOf(operations)) as JsonObject;
    return (await send({ ...request, object, dryRun: true })).allowed;
  };
  if (!(await isAccepted(taken))) return explanation;
  let needed = taken;
  for (const one of taken) {
    const others = needed.filter((other) => other !== one);
    if (others.length > 0 && (await isAccepted(others))) needed = others;
  }
  const [path = "", ...more] = needed.map((one) => one.path);
  // The lines after the first are the differences, as the server prints them.
  const [first = "", ...differences] = cause.message.split("\n");
  const stay = more.length === 0 ? "it stays" : "they stay";
  const told = `${first}; the request takes away ${[path, ...more].join(", ")}, and is accepted if ${stay}`;
  const changed = {
    ...cause,
    message: [told, ...differences].join("\n"),
    ...(more.length === 0 && { at: path }),
    advice: [KEEP, cause.advice].filter((one) => one !== undefined).join(". If it is to go: "),
  };
  return { ...explanation, findings: findings.map((one) => (one === cause ? changed : one)) };
}

const INVALID = 422;
/** Most fields that are tried. */
const MOST = 20;
const KEEP =
  "an update takes away what its manifest lacks, also what the server or a controller has set: send the object as it was read, with the change, or a patch, such as that of kubectl apply, which leaves what it has not set itself";

/** The operations that put back what an update takes away. */
function takenAway({ operation, subresource, object, oldObject, isOldKnown }: RequestSpec) {
  if (operation !== "UPDATE" || subresource !== "" || !isOldKnown || object === null || oldObject === null)
    return [];
  const old = withoutServerFields(oldObject);
  return changedPaths(old, object)
    .filter((path) => valueAt(object, path) === undefined && path[0] !== "status")
    .filter((path) => path.every((_, index) => isSameItem(old, object, path.slice(0, index))))
    .map((path) => ({ op: "add" as const, path: pointerOf(path), value: valueAt(old, path) ?? null }));
}

/** False for items of a list at the same place that have other names: they were moved. */
function isSameItem(old: JsonObject, now: JsonObject, at: Path): boolean {
  const [before, after] = [old, now].map((one) => record(valueAt(one, at)).name);
  return typeof at.at(-1) !== "number" || before === after || after === undefined;
}
