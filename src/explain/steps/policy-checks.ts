import type { PolicyLine } from "../../admission/verdict.ts";
import { POLICY_KINDS } from "../../api/hook-kinds.ts";
import type { JsonObject } from "../../json/value.ts";
import { diffJson } from "../../patch/diff.ts";
import type { ExplainedCheck } from "../explanation.ts";
import { type Path, placeIn } from "../sources.ts";
import type { Subject } from "../subject.ts";

type Check = PolicyLine["checks"][number];

/** Fields that the server sets on the object after the mutation. */
const STAMPED = /^\/metadata\/(uid|resourceVersion|generation|creationTimestamp|managedFields|selfLink)\b/;

function patchOf({ before, after }: NonNullable<Check["objects"]>): JsonObject[] {
  const patch = diffJson(before, after);
  return patch.filter(({ path }) => !STAMPED.test(path));
}

/** Returns the path of a check's expression in its policy. */
export function checkPath({ policy }: Pick<PolicyLine, "policy">, index: number): Path {
  if (index < 0) return ["spec", "auditAnnotations"];
  if (policy.phase === "validating") return ["spec", "validations", index, "expression"];
  const type = policy.mutations[index]?.patchType === "JSONPatch" ? "jsonPatch" : "applyConfiguration";
  return ["spec", "mutations", index, type, "expression"];
}

/** One expression of a policy, with its place in the manifest. */
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
      patch: patchOf(objects),
    }),
  };
}
