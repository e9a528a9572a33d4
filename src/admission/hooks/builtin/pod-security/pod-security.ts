import { aggregate, invalidObject } from "../../../../api/field-error.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { internalError } from "../../../../api/status.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { record, records, specOf, text } from "../fields.ts";
import { forbid } from "../forbid.ts";
import { checkExistingPods } from "./check-existing-pods.ts";
import { evaluatePod, printViolations } from "./evaluate-pod.ts";
import type { PodToCheck, Violation } from "./pod-check.ts";
import { compareLevels, type LevelVersion, type Policy, printLevelVersion, readPolicy } from "./policy.ts";

const PREFIX = "pod-security.kubernetes.io/";

/** Subresources of pods that cannot change what a pod may do. */
const IGNORED = new Set(["exec", "attach", "binding", "eviction", "log", "portforward", "proxy", "status"]);

/** Resources with a template of pods, and the fields that lead to it. */
const TEMPLATES: ReadonlyMap<string, readonly string[]> = new Map([
  ["/podtemplates", ["template"]],
  ["/replicationcontrollers", ["spec", "template"]],
  ["apps/replicasets", ["spec", "template"]],
  ["apps/deployments", ["spec", "template"]],
  ["apps/statefulsets", ["spec", "template"]],
  ["apps/daemonsets", ["spec", "template"]],
  ["batch/jobs", ["spec", "template"]],
  ["batch/cronjobs", ["spec", "jobTemplate", "spec", "template"]],
]);

/** What the labels of a namespace ask of its pods: refused, warned of, and written into the audit log. */
export const podSecurity: BuiltinPlugin = {
  kind: "builtin",
  name: "PodSecurity",
  operations: new Set(["CREATE", "UPDATE"]),
  validate: (context) => {
    const { object } = context;
    const { resource, subresource } = context.attributes;
    const key = `${resource.group}/${resource.resource}`;
    if (object === null) return undefined;
    if (key === "/pods") return IGNORED.has(subresource) ? undefined : withPolicy(context, object, checkPod);
    if (subresource !== "") return undefined;
    if (key === "/namespaces") return checkNamespace(context, object);
    return TEMPLATES.has(key) ? withPolicy(context, object, checkController) : undefined;
  },
};

type Check = (context: PluginContext, object: KubeObject, policy: Policy) => PluginResult;

function withPolicy(
  context: PluginContext,
  object: KubeObject,
  check: Check,
): PluginResult | Promise<PluginResult> {
  const name = context.attributes.namespace;
  const decide = (namespace: KubeObject | undefined): PluginResult =>
    namespace === undefined
      ? internalError(`failed to lookup namespace ${JSON.stringify(name)}`)
      : check(context, object, readPolicy(namespace));
  const found = context.lookup.get("", "namespaces", "", name);
  return found instanceof Promise ? found.then(decide) : decide(found);
}

const isFree = (...levels: readonly LevelVersion[]): boolean =>
  levels.every(({ level }) => level === "privileged");

function checkPod(context: PluginContext, pod: KubeObject, policy: Policy): PluginResult {
  const { oldObject, operation } = context.attributes;
  const { enforce, audit, warn, errors } = policy;
  const isUnbound = errors.length === 0 && isFree(enforce, audit, warn);
  if (!isUnbound && operation === "UPDATE" && !runsOtherImages(pod, oldObject)) return undefined;
  context.annotate(`${PREFIX}enforce-policy`, printLevelVersion(enforce));
  if (isUnbound) return undefined;
  const checked: PodToCheck = { annotations: pod.metadata.annotations ?? {}, spec: specOf(pod) };
  const violations = evaluatePod(enforce, checked);
  tell(context, policy, checked, violations.length === 0);
  if (violations.length === 0) return undefined;
  return forbid(context, sentence("violates", enforce, violations));
}

function checkController(context: PluginContext, object: KubeObject, policy: Policy): PluginResult {
  const { resource } = context.attributes;
  if (policy.errors.length === 0 && isFree(policy.audit, policy.warn)) return undefined;
  let template = record(object);
  for (const field of TEMPLATES.get(`${resource.group}/${resource.resource}`) ?? []) {
    template = record(template[field]);
  }
  if (Object.keys(template).length === 0) return undefined;
  const annotations = record(record(template.metadata).annotations) as Record<string, string>;
  tell(context, policy, { annotations, spec: record(template.spec) }, true);
  return undefined;
}

/** Audit annotations, and a warning unless the pod is refused anyway. */
function tell(context: PluginContext, policy: Policy, pod: PodToCheck, warns: boolean): void {
  const { audit, warn, errors } = policy;
  if (errors.length > 0) {
    const problems = errors.map(({ field, message }) => `${field}: ${message}`);
    context.annotate(`${PREFIX}error`, `Failed to parse policy: ${aggregate(problems)}`);
  }
  const audited = evaluatePod(audit, pod);
  if (audited.length > 0) {
    context.annotate(`${PREFIX}audit-violations`, sentence("would violate", audit, audited));
  }
  const warned = warns ? evaluatePod(warn, pod) : [];
  if (warned.length > 0) context.warn(sentence("would violate", warn, warned));
}

const sentence = (what: string, level: LevelVersion, violations: readonly Violation[]): string =>
  `${what} PodSecurity "${printLevelVersion(level)}": ${printViolations(violations)}`;

/** Of all that can be changed in a pod, only containers and their images matter. */
function runsOtherImages(pod: KubeObject, old: KubeObject | null): boolean {
  const now = specOf(pod);
  const before = specOf(old);
  const differ = (field: string): boolean => {
    const images = records(now[field]).map(({ image }) => text(image));
    const oldImages = records(before[field]).map(({ image }) => text(image));
    return images.length !== oldImages.length || images.some((image, i) => image !== oldImages[i]);
  };
  if (differ("containers") || differ("initContainers")) return true;
  const guests = new Map(records(before.ephemeralContainers).map(({ name, image }) => [name, image]));
  return records(now.ephemeralContainers).some(
    ({ name, image }) => !guests.has(name) || guests.get(name) !== image,
  );
}

function checkNamespace(context: PluginContext, namespace: KubeObject): PluginResult | Promise<PluginResult> {
  const { kind, operation, oldObject } = context.attributes;
  const { enforce, errors } = readPolicy(namespace);
  const before = operation === "UPDATE" ? readPolicy(oldObject) : undefined;
  const same = before !== undefined && JSON.stringify(errors) === JSON.stringify(before.errors);
  if (errors.length > 0 && !same) return invalidObject(kind, context.name, errors);
  if (before === undefined || !isStricter(enforce, before.enforce)) return undefined;
  return checkExistingPods(context, namespace.metadata.name ?? "", enforce);
}

function isStricter(now: LevelVersion, before: LevelVersion): boolean {
  if (now.level === "privileged") return false;
  return now.minor !== before.minor || compareLevels(now, before) > 0;
}
