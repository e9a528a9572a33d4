import type { PolicyLine } from "../../admission/verdict.ts";
import type { Json, JsonObject } from "../../api/json.ts";
import { diffJson } from "../../json/patch/diff.ts";
import type { ExplainedCheck } from "../explanation.ts";
import { type Path, placeIn } from "../sources.ts";
import { POLICY_KINDS, type Subject } from "../subject.ts";

type Check = PolicyLine["checks"][number];

/** Where the expression of a check stands in its policy. */
export function checkPath({ policy }: Pick<PolicyLine, "policy">, index: number): Path {
  if (index < 0) return ["spec", "auditAnnotations"];
  if (policy.phase === "validating") return ["spec", "validations", index, "expression"];
  const type = policy.mutations[index]?.patchType === "JSONPatch" ? "jsonPatch" : "applyConfiguration";
  return ["spec", "mutations", index, type, "expression"];
}

export function explainedCheck(
  line: PolicyLine,
  { index, actions, message = "", changed = false, objects }: Check,
  { world }: Subject,
): ExplainedCheck {
  const { policy } = line;
  const list = policy.phase === "validating" ? policy.validations : policy.mutations;
  const source = world.sources.find(POLICY_KINDS[policy.phase], policy.name);
  return {
    expression: list[index]?.expression ?? "",
    actions: actions.filter((action) => action !== "allow"),
    message,
    changed,
    at: placeIn(source, checkPath(line, index)),
    ...(objects && {
      patch: diffJson(
        objects.before as unknown as Json,
        objects.after as unknown as Json,
      ) as unknown as JsonObject[],
    }),
  };
}
