import type { UserInfo } from "../../../api/meta.ts";
import { controller } from "../../../explain/pods/controlled-pod.ts";
import { type JsonObject, record } from "../../../json/value.ts";
import { type Evaluation, evaluations, verdictOf } from "../../expressions/evaluated.ts";
import { scenesFor } from "../../expressions/scenes.ts";
import { targetsOf } from "../../expressions/targets.ts";
import type { Model } from "../../model/model.ts";
import { alwaysDenies } from "../../model/policies.ts";
import type { Problem, Rule } from "../../rule.ts";

interface Held {
  readonly finalizer: string;
  /** The account of the controller that takes it away. */
  readonly user: UserInfo;
}

const held = (kind: string): Held => ({
  finalizer: `kubernetes.io/${kind}-protection`,
  user: controller(`${kind}-protection-controller`),
});

/** Kinds whose objects all have a finalizer, with its controller, which takes it away by an update. */
const HELD: Readonly<Record<string, Held>> = {
  persistentvolumeclaims: held("pvc"),
  persistentvolumes: held("pv"),
};

const FIX = "exempt objects with a deletionTimestamp: !has(object.metadata.deletionTimestamp)";

/** An object stays in Terminating as long as the update that takes its last finalizer away is refused. */
export const blocksFinalizers: Rule = {
  id: "blocks-finalizers",
  severity: "info",
  summary: "The update that takes a finalizer away is refused, so that the object cannot be deleted",
  check: (model) => [
    ...webhookProblems(model),
    ...evaluations(model).flatMap((one) => policyProblem(one, model) ?? []),
  ],
};

/** A webhook that is down refuses the update. */
const webhookProblems = ({ webhooks }: Model): Problem[] =>
  webhooks.flatMap(({ of, name, base, hook }): Problem[] => {
    if (hook.failurePolicy !== "Fail" || hook.conditions.length > 0) return [];
    const found = hook.rules
      .filter(
        ({ apiGroups, operations }) =>
          apiGroups.includes("") && operations.some((one) => one === "UPDATE" || one === "*"),
      )
      .flatMap(({ resources }) => resources.filter((one) => HELD[one] !== undefined));
    const [first] = found;
    if (first === undefined) return [];
    const message = `it is called for updates of ${found.join(" and ")} that are being deleted: while it is down, the finalizer ${HELD[first]?.finalizer} cannot be taken away, and they stay in Terminating (failurePolicy Fail)`;
    return [{ of, webhook: name, path: base, message, fix: FIX }];
  });

/** Evaluates the validations for an update that changes nothing but finalizers of an object that is being deleted. */
function policyProblem(one: Evaluation, { policies, bindings, registry }: Model): Problem | undefined {
  const policy = policies.find(({ of }) => of === one.of);
  const scene = scenesFor(one.objectSelector, registry);
  const target = targetsOf(one.rules, registry).named.find(
    ({ operation, resource: { group, resource }, subresource }) =>
      operation === "UPDATE" && subresource === "" && group === "" && HELD[resource] !== undefined,
  );
  if (policy === undefined || !alwaysDenies(policy, bindings)) return undefined;
  if (scene === undefined || target === undefined) return undefined;
  const { finalizer, user } = HELD[target.resource.resource] as Held;
  const change = ({ metadata, ...rest }: JsonObject): JsonObject => ({
    ...rest,
    metadata: { ...record(metadata), deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: [finalizer] },
  });
  const refusing = verdictOf(one, scene(target, { user, change }));
  if (refusing === undefined || refusing === "holds") return undefined;
  const message = `it refuses changes of a ${target.kind.kind} without labels that is being deleted, such as one from before the policy: the finalizer ${finalizer} cannot be taken away, and the object stays in Terminating`;
  return { of: one.of, path: refusing.path, message, fix: FIX, severity: "warning" };
}
