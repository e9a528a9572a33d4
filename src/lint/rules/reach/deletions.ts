import { ruleMatches } from "../../../admission/match/rules.ts";
import { parseGroupVersion } from "../../../api/group-version.ts";
import type { UserInfo } from "../../../api/meta.ts";
import { controller } from "../../../explain/pods/made-objects.ts";
import { type JsonObject, record, text } from "../../../json/value.ts";
import { type Evaluation, evaluations, verdictOf } from "../../expressions/evaluated.ts";
import { scenesFor } from "../../expressions/scenes.ts";
import { targetsOf } from "../../expressions/targets.ts";
import type { WebhookEntry } from "../../model/configurations.ts";
import { alwaysDenies } from "../../model/configurations.ts";
import { hasEntry } from "../../model/matched-rules.ts";
import type { Model } from "../../model/model.ts";
import { kindOf, labelsOf, nameOf, namespaceOf } from "../../model/names.ts";
import { Namespaces } from "../../requests/namespaces.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Objects that every namespace has. */
const ALWAYS = [
  { group: "", version: "v1", resource: "configmaps", name: "kube-root-ca.crt" },
  { group: "", version: "v1", resource: "serviceaccounts", name: "default" },
];

/** When the namespace is deleted, its Service and pods go at any time, and then the webhook cannot answer. */
export const blocksOwnNamespace: Rule = {
  id: "blocks-own-namespace",
  severity: "warning",
  summary:
    "A webhook with failurePolicy Fail reviews deletions in the namespace of its own Service, which then cannot be deleted",
  check: (model) => model.webhooks.flatMap((one) => problemsOf(one, model)),
};

function problemsOf(entry: WebhookEntry, model: Model): Problem[] {
  const { of, name, base, hook } = entry;
  const { service } = hook.target.clientConfig;
  if (service === undefined || hook.failurePolicy !== "Fail" || hook.conditions.length > 0) return [];
  const namespaces = new Namespaces(model);
  const { namespaceSelector, objectSelector } = hook;
  if (namespaceSelector.kind !== "selector" || objectSelector.kind !== "selector") return [];
  if (namespaces.unknownLabels(hook, service.namespace).length > 0) return [];
  if (!namespaceSelector.selector.matches(namespaces.labelsOf(service.namespace))) return [];
  const held = heldIn(entry, service.namespace, model);
  if (held === undefined) return [];
  const message = `it is called for the deletion of ${held} in ${service.namespace}, the namespace of its own Service: when the namespace is deleted, the Service goes too, the call fails, and the namespace stays in Terminating (failurePolicy Fail)`;
  const fix = `exclude the namespace: kubernetes.io/metadata.name NotIn [${service.namespace}]`;
  return [{ of, webhook: name, path: base, message, fix }];
}

/** Returns an object of the namespace whose deletion the webhook reviews; undefined if none is known. */
function heldIn({ hook }: WebhookEntry, namespace: string, model: Model): string | undefined {
  const selector = hook.objectSelector.kind === "selector" ? hook.objectSelector.selector : undefined;
  const takes = (group: string, version: string, resource: string): boolean =>
    hook.rules.some((rule) =>
      ruleMatches(rule, {
        operation: "DELETE",
        resource: { group, version, resource },
        subresource: "",
        namespace,
      }),
    );
  const always = ALWAYS.find(
    ({ group, version, resource }) => selector?.matches({}) && takes(group, version, resource),
  );
  if (always !== undefined) return `${always.resource} (${always.name})`;
  const own = model.manifests.find((one) => {
    if (namespaceOf(one) !== namespace || selector?.matches(labelsOf(one, "labels")) !== true) return false;
    const { group, version } = parseGroupVersion(text(one.object.apiVersion));
    const found = model.registry.findKind(group, version, kindOf(one));
    return found !== undefined && takes(group, version, found.kind.plural);
  });
  return own && `${kindOf(own)} ${nameOf(own)}`;
}

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
      .filter(({ apiGroups, operations }) => apiGroups.includes("") && hasEntry(operations, "UPDATE"))
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
