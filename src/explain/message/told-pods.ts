import { type JsonObject, record, records, text } from "../../json/value.ts";
import type { Cause } from "../cause.ts";
import type { Manifest } from "../offline/manifests.ts";
import { podTemplate } from "../pods/pod-template.ts";

/**
 * Adds to the cause of a call without ready pods what the manifests tell about these pods: a condition of their workload that
 * says why there are none, or a service account that is not there although others are.
 */
export function withPods(cause: Cause, message: string, manifests: readonly Manifest[]): Cause {
  const [, name] = /no endpoints available for service "([^"]{1,63})"/.exec(message) ?? [];
  const [, namespace] = /service ([\w-]{1,63})\//.exec(cause.message) ?? [];
  if (name === undefined || namespace === undefined) return cause;
  const here = manifests.filter(({ object }) => record(object.metadata).namespace === namespace);
  const service = here.find(
    ({ object }) => object.kind === "Service" && record(object.metadata).name === name,
  );
  const selector = Object.entries(record(record(service?.object.spec).selector));
  for (const { object, line } of here) {
    const template = podTemplate(object);
    const labels = record(template?.metadata.labels);
    if (selector.length === 0 || !selector.every(([key, value]) => labels[key] === value)) continue;
    const account = text(template?.spec.serviceAccountName);
    const told = conditionOf(object) ?? (account === "" ? undefined : missing(account, here));
    if (told === undefined) continue;
    const what = `${text(object.kind)}/${text(record(object.metadata).name)}`;
    return { ...cause, message: `${cause.message}; ${what}: ${told}`, at: line(["metadata", "name"]) };
  }
  return cause;
}

/** Conditions of a Deployment or ReplicaSet whose status says that it has no pods, or not enough. */
function conditionOf(object: JsonObject): string | undefined {
  const conditions = records(record(object.status).conditions);
  const failed = conditions.find(({ type, status }) => type === "ReplicaFailure" && status === "True");
  const late = conditions.find(({ reason }) => reason === "ProgressDeadlineExceeded");
  return text((failed ?? late)?.message) || undefined;
}

function missing(account: string, here: readonly Manifest[]): string | undefined {
  const accounts = here.filter(({ object }) => object.kind === "ServiceAccount");
  const isThere = accounts.some(({ object }) => record(object.metadata).name === account);
  return accounts.length === 0 || isThere
    ? undefined
    : `its ServiceAccount ${account} is not among the manifests, which have others of this namespace: without it no pod is created`;
}
