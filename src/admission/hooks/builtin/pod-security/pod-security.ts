import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { internalError } from "../../../../api/status.ts";
import { aggregate, invalidObject } from "../../../../api/validation/field-error.ts";
import { type JsonObject, record, records, text } from "../../../../json/value.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { forbid } from "../forbid.ts";
import { checkExistingPods } from "./check-existing-pods.ts";
import { evaluatePod, printViolations } from "./evaluate-pod.ts";
import type { PodToCheck, Violation } from "./pod-check.ts";
import {
  compareLevels,
  isFree,
  type LevelVersion,
  type Policy,
  printLevelVersion,
  readPolicy,
} from "./policy.ts";
import { NO_SETTINGS, type PodSecuritySettings, readSettings } from "./settings.ts";
import { warnOfIgnored } from "./warn-of-ignored.ts";

const PREFIX = "pod-security.kubernetes.io/";

/** Subresources of pods that cannot change the permissions of a pod. */
const IGNORED: ReadonlySet<string> = new Set([
  "exec",
  "attach",
  "binding",
  "eviction",
  "log",
  "portforward",
  "proxy",
  "status",
]);

/** Resources with a pod template, and the path of its fields. */
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

/**
 * Applies the Pod Security levels in the labels of a namespace to its pods: it refuses pods, adds warnings,
 * and writes to the audit log. `newest`: the minor version of Kubernetes that is emulated.
 */
export const podSecurity = (given: string | undefined, newest?: number): BuiltinPlugin => {
  const settings = given === undefined ? NO_SETTINGS : readSettings(given);
  return podSecurityBy(newest === undefined ? settings : { ...settings, newest });
};

const podSecurityBy = (settings: PodSecuritySettings): BuiltinPlugin => ({
  kind: "builtin",
  name: "PodSecurity",
  operations: new Set(["CREATE", "UPDATE"]),
  validate: (context) => {
    const { object } = context;
    const { resource, subresource } = context.attributes;
    const key = `${resource.group}/${resource.resource}`;
    if (object === null) return undefined;
    if (key === "/pods")
      return IGNORED.has(subresource) ? undefined : withPolicy(settings, context, object, checkPod);
    if (subresource !== "") return undefined;
    if (key === "/namespaces") return checkNamespace(settings, context, object);
    return TEMPLATES.has(key) ? withPolicy(settings, context, object, checkController) : undefined;
  },
});

type Check = (
  context: PluginContext,
  object: KubeObject,
  policy: Policy,
  settings: PodSecuritySettings,
) => PluginResult;

function withPolicy(
  settings: PodSecuritySettings,
  context: PluginContext,
  object: KubeObject,
  check: Check,
): PluginResult {
  const { namespace: name, user } = context.attributes;
  const { namespaces, usernames } = settings.exempt;
  if (namespaces.has(name)) return exempt(context, "namespace");
  if (usernames.has(user.username ?? "")) return exempt(context, "user");
  const namespace = context.lookup.get("", "namespaces", "", name);
  return namespace === undefined
    ? internalError(`failed to lookup namespace ${JSON.stringify(name)}`)
    : check(context, object, readPolicy(namespace, settings.defaults), settings);
}

/** Admits an exempt object; the audit log contains the reason. */
function exempt(context: PluginContext, why: "namespace" | "runtimeClass" | "user"): undefined {
  context.annotate(`${PREFIX}exempt`, why);
  return undefined;
}

function checkPod(
  context: PluginContext,
  pod: KubeObject,
  policy: Policy,
  settings: PodSecuritySettings,
): PluginResult {
  const { oldObject, operation } = context.attributes;
  const { enforce, audit, warn, errors } = policy;
  const isUnbound = errors.length === 0 && isFree(enforce, audit, warn);
  if (!isUnbound && operation === "UPDATE" && !runsOtherImages(pod, oldObject)) return undefined;
  if (!isUnbound && isExemptClass(specOf(pod), settings)) return exempt(context, "runtimeClass");
  context.annotate(`${PREFIX}enforce-policy`, printLevelVersion(enforce));
  if (isUnbound) return undefined;
  const checked: PodToCheck = { annotations: pod.metadata.annotations ?? {}, spec: specOf(pod) };
  const violations = evaluatePod(enforce, checked, settings.newest);
  tell(context, policy, checked, { warns: violations.length === 0, newest: settings.newest });
  if (violations.length === 0) return undefined;
  return forbid(context, sentence("violates", enforce, violations));
}

const isExemptClass = (
  { runtimeClassName }: JsonObject,
  { exempt: { runtimeClasses } }: PodSecuritySettings,
) => runtimeClasses.has(text(runtimeClassName));

function checkController(
  context: PluginContext,
  object: KubeObject,
  policy: Policy,
  settings: PodSecuritySettings,
): PluginResult {
  const { resource } = context.attributes;
  if (policy.errors.length === 0 && isFree(policy.audit, policy.warn)) return undefined;
  let template = record(object);
  for (const field of TEMPLATES.get(`${resource.group}/${resource.resource}`) ?? []) {
    template = record(template[field]);
  }
  if (Object.keys(template).length === 0) return undefined;
  if (isExemptClass(record(template.spec), settings)) return exempt(context, "runtimeClass");
  const annotations = record(record(template.metadata).annotations) as Record<string, string>;
  tell(
    context,
    policy,
    { annotations, spec: record(template.spec) },
    { warns: true, newest: settings.newest },
  );
  return undefined;
}

/** Adds audit annotations, and a warning unless the pod is refused anyway. */
function tell(
  context: PluginContext,
  policy: Policy,
  pod: PodToCheck,
  { warns, newest }: { readonly warns: boolean; readonly newest: number | undefined },
): void {
  const { audit, warn, errors } = policy;
  if (errors.length > 0) {
    const problems = errors.map(({ field, message }) => `${field}: ${message}`);
    context.annotate(`${PREFIX}error`, `Failed to parse policy: ${aggregate(problems)}`);
  }
  const audited = evaluatePod(audit, pod, newest);
  if (audited.length > 0) {
    context.annotate(`${PREFIX}audit-violations`, sentence("would violate", audit, audited));
  }
  const warned = warns ? evaluatePod(warn, pod, newest) : [];
  if (warned.length > 0) context.warn(sentence("would violate", warn, warned));
}

const sentence = (what: string, level: LevelVersion, violations: readonly Violation[]): string =>
  `${what} PodSecurity "${printLevelVersion(level)}": ${printViolations(violations)}`;

/** True if an update adds a container or changes an image: other changes of a pod are not checked. */
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

function checkNamespace(
  settings: PodSecuritySettings,
  context: PluginContext,
  namespace: KubeObject,
): PluginResult | Promise<PluginResult> {
  const { defaults, exempt: exemptions } = settings;
  const { kind, operation, oldObject } = context.attributes;
  const policy = readPolicy(namespace, defaults);
  const { enforce, errors } = policy;
  const before = operation === "UPDATE" ? readPolicy(oldObject, defaults) : undefined;
  const same = before !== undefined && JSON.stringify(errors) === JSON.stringify(before.errors);
  if (errors.length > 0 && !same) return invalidObject(kind, context.name, errors);
  const { name = "" } = namespace.metadata;
  const isExempt = exemptions.namespaces.has(name);
  if (before !== undefined && !isStricter(enforce, before.enforce)) return undefined;
  if (isExempt) return warnOfIgnored(context, namespace, policy, defaults);
  if (before === undefined) return undefined;
  return checkExistingPods(context, name, enforce, settings);
}

function isStricter(now: LevelVersion, before: LevelVersion): boolean {
  if (now.level === "privileged") return false;
  return now.minor !== before.minor || compareLevels(now, before) > 0;
}
