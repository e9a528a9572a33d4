import { ruleMatches } from "../../../admission/match/rules.ts";
import type { UserInfo } from "../../../api/meta.ts";
import { type Evaluation, evaluations } from "../../expressions/evaluated.ts";
import { sceneOf } from "../../expressions/scenes.ts";
import { targetsOf } from "../../expressions/targets.ts";
import type { Model } from "../../model/model.ts";
import { type PlacedSelectors, placedSelectors } from "../../model/placed-selectors.ts";
import { NAME_LABEL } from "../../requests/namespaces.ts";
import { satisfying } from "../../requests/satisfying.ts";
import { APPLIER, controller } from "../../requests/users.ts";
import type { Problem, Rule } from "../../rule.ts";

/** The controllers that create pods; each has its own account. */
const CREATORS = [
  "replicaset-controller",
  "daemon-set-controller",
  "statefulset-controller",
  "job-controller",
];

/** Evaluates each condition for new pods of a user, and of the controllers, which are in kube-system. */
export const exemptsControllers: Rule = {
  id: "exempts-controllers",
  severity: "warning",
  summary: "A match condition exempts the controllers that create nearly all pods",
  check: (model) => evaluations(model).flatMap((one) => exempted(one, model)),
};

function exempted(one: Evaluation, { registry }: Model): Problem[] {
  const target = targetsOf(one.rules, registry).named.find(
    ({ resource: { group, resource }, subresource, operation }) =>
      group === "" && resource === "pods" && subresource === "" && operation === "CREATE",
  );
  const needed = satisfying(one.objectSelector);
  if (target === undefined || needed === undefined) return [];
  const scene = (user: UserInfo) =>
    sceneOf({ target, needed, marks: undefined, name: "sample", registry, user });
  return one.steps.flatMap(({ use, program, path }): Problem[] => {
    if (use !== "condition" || program.kind !== "program" || program.usesVariables) return [];
    const valueFor = (user: UserInfo): unknown => program.run(scene(user)).value;
    if (valueFor(APPLIER) !== true || CREATORS.some((name) => valueFor(controller(name)) !== false))
      return [];
    const message =
      "the condition exempts the accounts of the controllers in kube-system (replicaset-, daemon-set-, statefulset- and job-controller), which create the pods of workloads: only pods that users create themselves are checked";
    return [
      {
        of: one.of,
        webhook: one.webhook,
        path,
        message,
        fix: "exempt single accounts, or namespaces by namespaceSelector",
      },
    ];
  });
}

const NAMESPACES = { group: "", version: "v1", resource: "namespaces" };
const NEGATIVE: ReadonlySet<string> = new Set(["!", "notin", "!="]);

/** For a request about a Namespace, the labels of the new object count. */
export const exemptsItself: Rule = {
  id: "exempts-itself",
  severity: "warning",
  summary:
    "Namespaces can exempt themselves by a label, because only the exempted webhook reviews namespaces",
  check: (model) => {
    const reviewing = placedSelectors(model).filter(
      ({ rules, base }) => base.at(-1) !== "matchResources" && rules.some(isAboutNamespaces),
    );
    return reviewing.flatMap((one): Problem[] => {
      const key = optOut(one);
      if (key === undefined || reviewing.some((other) => optOut(other) !== key)) return [];
      const message = `a user who may label a namespace with ${key} takes it out of the check in the same request: for a request about a Namespace the new labels count, and nothing else among these manifests reviews namespaces`;
      const fix = `one more webhook or policy for namespaces without the requirement on ${key}`;
      return [{ of: one.of, webhook: one.webhook, path: [...one.base, "namespaceSelector"], message, fix }];
    });
  },
};

const isAboutNamespaces = (rule: PlacedSelectors["rules"][number]): boolean =>
  rule.resources.includes("namespaces") &&
  ruleMatches(rule, { operation: "UPDATE", resource: NAMESPACES, subresource: "", namespace: "" });

/** The label that exempts a namespace; undefined if none does. */
function optOut({ namespaceSelector }: PlacedSelectors): string | undefined {
  if (namespaceSelector.kind !== "selector") return undefined;
  const { requirements } = namespaceSelector.selector;
  return requirements.find(({ key, operator }) => NEGATIVE.has(operator) && key !== NAME_LABEL)?.key;
}
