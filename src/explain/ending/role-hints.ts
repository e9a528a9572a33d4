import { record } from "../../json/value.ts";
import { podTemplate } from "../pods/pod-template.ts";
import { placeIn, type Sources } from "../sources.ts";

/** The part of a role without rules that has them by a wrong indentation; undefined for other roles. */
export function rulesBeside(kind: string, name: string, sources: Sources): string | undefined {
  const written = sources.find(kind, name)?.object ?? {};
  return written.rules === undefined
    ? ["metadata", "spec"].find((part) => record(written[part]).rules !== undefined)
    : undefined;
}

/** A workload whose pods have the account "default" of a namespace, because it names none. */
export function withoutAccount(username: string, sources: Sources): string {
  const [, home] = /^system:serviceaccount:([^:]+):default$/.exec(username) ?? [];
  if (home === undefined) return "";
  for (const kind of WORKLOADS)
    for (const name of sources.names?.(kind) ?? []) {
      const source = sources.find(kind, name);
      const { at = "", spec } = podTemplate(source?.object ?? {}) ?? {};
      const { namespace = "default" } = record(source?.object.metadata);
      if (spec === undefined || namespace !== home || (spec.serviceAccountName ?? spec.serviceAccount))
        continue;
      const place = placeIn(source, [...at.split("/").slice(1), "spec"]);
      return `; ${kind} ${name} names no serviceAccountName, so that its pods are ${username} (${place})`;
    }
  return "";
}

const WORKLOADS = ["Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob"];
