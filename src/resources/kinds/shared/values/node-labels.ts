/** Node labels that were renamed: the old label, the version of the change, the new label. */
const RENAMED = [
  ["beta.kubernetes.io/arch", "v1.14", "kubernetes.io/arch"],
  ["beta.kubernetes.io/os", "v1.14", "kubernetes.io/os"],
  ["failure-domain.beta.kubernetes.io/region", "v1.17", "topology.kubernetes.io/region"],
  ["failure-domain.beta.kubernetes.io/zone", "v1.17", "topology.kubernetes.io/zone"],
  ["beta.kubernetes.io/instance-type", "v1.17", "node.kubernetes.io/instance-type"],
] as const;

const SUCCESSORS: ReadonlyMap<string, string> = new Map(RENAMED.map(([old, , now]) => [old, now]));

/** Warnings of the reference about deprecated labels (pkg/api/node). */
const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ...RENAMED.map(([old, since, now]) => [old, `deprecated since ${since}; use "${now}" instead`] as const),
  ["app.kubernetes.io/created-by", "deprecated since v1.9"],
  [
    "scheduler.alpha.kubernetes.io/preferAvoidPods",
    "deprecated since v1.22; use Taints and Tolerations instead",
  ],
  ["node-role.kubernetes.io/master", 'use "node-role.kubernetes.io/control-plane" instead'],
]);

/** Text about the new label; undefined for labels that are not deprecated. */
export const deprecatedNodeLabel = (key: string): string | undefined => DEPRECATED.get(key);

/** Returns the label that has replaced an old one. */
export const nodeLabelSuccessor = (key: string): string | undefined => SUCCESSORS.get(key);
