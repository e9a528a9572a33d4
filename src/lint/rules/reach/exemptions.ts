import { ruleMatches } from "../../../admission/match/rules.ts";
import type { CompiledSelector } from "../../../admission/rule.ts";
import type { UserInfo } from "../../../api/meta.ts";
import { controller } from "../../../explain/pods/made-objects.ts";
import type { Registry } from "../../../resources/registry.ts";
import { conditionsOf, type Evaluation, evaluations } from "../../expressions/evaluated.ts";
import { wordsOf } from "../../expressions/reads.ts";
import { type Marks, scenesFor } from "../../expressions/scenes.ts";
import { type Target, targetsOf } from "../../expressions/targets.ts";
import { type PlacedSelectors, placedSelectors } from "../../model/matched-rules.ts";
import type { Model } from "../../model/model.ts";
import { kindOf } from "../../model/names.ts";
import { APPLIER, KUBELET } from "../../requests/lint-request.ts";
import { NAME_LABEL } from "../../requests/namespaces.ts";
import type { Problem, Rule } from "../../rule.ts";

/** The controllers that create pods; each has its own account. */
const CREATORS = [
  "replicaset-controller",
  "daemon-set-controller",
  "statefulset-controller",
  "job-controller",
].map(controller);

/** Evaluates each condition for new pods of a user, and of the controllers, which are in kube-system. */
const exemptsControllers: Rule = {
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
  const message =
    "the condition exempts the accounts of the controllers in kube-system (replicaset-, daemon-set-, statefulset- and job-controller), which create the pods of workloads: only pods that users create themselves are checked";
  const fix = "exempt single accounts, or namespaces by namespaceSelector";
  return conditionsFor(one, target, registry)
    .filter(
      ({ valueFor }) => valueFor(APPLIER) === true && CREATORS.every((user) => valueFor(user) === false),
    )
    .map(({ at }) => ({ ...at, message, fix }));
}

/** The conditions of a hook with their places, and their values for users. */
function conditionsFor(one: Evaluation, target: Target | undefined, registry: Registry) {
  const scene = scenesFor(one.objectSelector, registry);
  if (target === undefined || scene === undefined) return [];
  return conditionsOf(one).map(({ program, expr, path }) => ({
    ...{ expr, at: { of: one.of, webhook: one.webhook, path } },
    valueFor: (user: UserInfo): unknown => program.run(scene(target, { user })).value,
  }));
}

/** A condition on the group of all authenticated users leaves nothing to check. */
const exemptsEveryone: Rule = {
  id: "exempts-everyone",
  severity: "warning",
  summary: "A match condition exempts the group of all authenticated users",
  check: (model) => evaluations(model).flatMap((one) => everyone(one, model)),
};

const EVERYONE = "system:authenticated";
/** A user without this group, whom a server never authenticates. */
const OTHER: UserInfo = { username: "sample", groups: ["sample"] };

function everyone(one: Evaluation, { registry }: Model): Problem[] {
  const [target] = targetsOf(one.rules, registry).named;
  const message = `every user who is authenticated has the group ${EVERYONE}: the condition is false for all of them, and nothing is checked`;
  return conditionsFor(one, target, registry)
    .filter(
      ({ expr, valueFor }) =>
        wordsOf(expr).has(EVERYONE) &&
        valueFor(OTHER) === true &&
        [APPLIER, KUBELET, ...CREATORS].every((user) => valueFor(user) === false),
    )
    .map(({ at }) => ({ ...at, message, fix: "exempt a group of your own" }));
}

const NAMESPACES = { group: "", version: "v1", resource: "namespaces" };
/** For a request about a Namespace, the labels of the new object count. */
const exemptsItself: Rule = {
  id: "exempts-itself",
  severity: "warning",
  summary:
    "Objects can exempt themselves by a label or an annotation, or namespaces by a label, and nothing else reviews it",
  check: (model) => {
    const reviewing = placedSelectors(model).filter(
      ({ rules, base }) => base.at(-1) !== "matchResources" && rules.some(isAboutNamespaces),
    );
    const ofNamespaces = reviewing.flatMap((one): Problem[] => {
      const key = optOut(one.namespaceSelector);
      if (key === undefined || reviewing.some((other) => optOut(other.namespaceSelector) !== key)) return [];
      const message = `a user who may label a namespace with ${key} takes it out of the check in the same request: for a request about a Namespace the new labels count, and nothing else among these manifests reviews namespaces`;
      const fix = `one more webhook or policy for namespaces without the requirement on ${key}`;
      return [{ of: one.of, webhook: one.webhook, path: [...one.base, "namespaceSelector"], message, fix }];
    });
    return [...ofNamespaces, ...ownExemptions(model)];
  },
};

const isAboutNamespaces = (rule: PlacedSelectors["rules"][number]): boolean =>
  rule.resources.includes("namespaces") &&
  ruleMatches(rule, { operation: "UPDATE", resource: NAMESPACES, subresource: "", namespace: "" });

const NEGATIVE: ReadonlySet<string> = new Set(["!", "notin", "!="]);

/** The label that exempts an object; undefined if none does. */
function optOut(selector: CompiledSelector): string | undefined {
  if (selector.kind !== "selector") return undefined;
  const { requirements } = selector.selector;
  return requirements.find(({ key, operator }) => NEGATIVE.has(operator) && key !== NAME_LABEL)?.key;
}

/** Words in keys that mean an exemption, and not a choice of objects. */
const EXEMPTING = ["ignore", "skip", "exempt", "bypass", "exclude", "disable"];

const isExempting = (key: string): boolean => EXEMPTING.some((word) => key.toLowerCase().includes(word));

/** Labels and annotations of the checked objects themselves that take them out of validating hooks. */
const ownExemptions = (model: Model): Problem[] => [
  ...placedSelectors(model).flatMap(({ of, webhook, base, objectSelector, rules }): Problem[] => {
    // The labels of a Scale, for example, are those of the object that it scales.
    const areWritten = rules.some(({ resources }) => resources.some((one) => !one.includes("/")));
    const key = optOut(objectSelector);
    if (key === undefined || !areWritten || !kindOf(of).startsWith("Validating")) return [];
    const isOfPods = rules.some(({ resources }) => resources.includes("pods"));
    return exempting({ of, webhook, path: [...base, "objectSelector"] }, "label", key, model, isOfPods);
  }),
  ...evaluations(model).flatMap((one) => (one.phase === "validating" ? byCondition(one, model) : [])),
];

function exempting(
  at: Pick<Problem, "of" | "path"> & { readonly webhook: string },
  what: string,
  key: string,
  { manifests }: Model,
  isCertain = false,
): Problem[] {
  // Something else can decide who may set it.
  const isReviewed = manifests.some(
    ({ object }) => object !== at.of.object && JSON.stringify(object).includes(key),
  );
  if ((!isExempting(key) && !isCertain) || isReviewed) return [];
  const message = `every user who may write an object can give it the ${what} ${key}, which exempts it from the check`;
  const fix = "exempt namespaces or users instead, or let another policy decide who may set it";
  return [{ ...at, message, fix, severity: "info" }];
}

/** Evaluates each condition for an object without marks, and with the texts of the condition as a mark. */
function byCondition(one: Evaluation, model: Model): Problem[] {
  const [target] = targetsOf(one.rules, model.registry).named;
  const scene = scenesFor(one.objectSelector, model.registry);
  if (target === undefined || scene === undefined) return [];
  return conditionsOf(one).flatMap(({ program, expr, path }): Problem[] => {
    const words = [...wordsOf(expr)];
    const valueFor = (marks: Marks): unknown => program.run(scene(target, { marks })).value;
    const keys = words.filter(isExempting);
    if (keys.length === 0 || valueFor(undefined) !== true) return [];
    const key = keys.find((word) =>
      [...words, "true"].some((value) => valueFor({ [word]: value }) === false),
    );
    const what = words.includes("annotations") ? "annotation" : "label";
    return key === undefined ? [] : exempting({ of: one.of, webhook: one.webhook, path }, what, key, model);
  });
}

/** Rules about requests, users and objects that are exempt from a check. */
export const exemptionRules: readonly Rule[] = [exemptsControllers, exemptsEveryone, exemptsItself];
