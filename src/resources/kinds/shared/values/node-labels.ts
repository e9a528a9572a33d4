/** Labels of nodes that got a new name: the old one, since when, the new one. */
const RENAMED = [
  ["beta.kubernetes.io/arch", "v1.14", "kubernetes.io/arch"],
  ["beta.kubernetes.io/os", "v1.14", "kubernetes.io/os"],
  ["failure-domain.beta.kubernetes.io/region", "v1.17", "topology.kubernetes.io/region"],
  ["failure-domain.beta.kubernetes.io/zone", "v1.17", "topology.kubernetes.io/zone"],
  ["beta.kubernetes.io/instance-type", "v1.17", "node.kubernetes.io/instance-type"],
] as const;

const SUCCESSORS: ReadonlyMap<string, string> = new Map(RENAMED.map(([old, , now]) => [old, now]));

/** What the reference says about labels that should not be used (pkg/api/node). */
const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ...RENAMED.map(([old, since, now]) => [old, `deprecated since ${since}; use "${now}" instead`] as const),
  ["app.kubernetes.io/created-by", "deprecated since v1.9"],
  [
    "scheduler.alpha.kubernetes.io/preferAvoidPods",
    "deprecated since v1.22; use Taints and Tolerations instead",
  ],
  ["node-role.kubernetes.io/master", 'use "node-role.kubernetes.io/control-plane" instead'],
]);

export const deprecatedNodeLabel = (key: string): string | undefined => DEPRECATED.get(key);

/** The label that stands for an old one today. */
export const nodeLabelSuccessor = (key: string): string | undefined => SUCCESSORS.get(key);
