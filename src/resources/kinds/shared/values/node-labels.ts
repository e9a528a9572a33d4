/** Labels of nodes that have a successor, and what the reference says about each (pkg/api/node). */
const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ["beta.kubernetes.io/arch", 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ["beta.kubernetes.io/os", 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  [
    "failure-domain.beta.kubernetes.io/region",
    'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  ],
  [
    "failure-domain.beta.kubernetes.io/zone",
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  ],
  [
    "beta.kubernetes.io/instance-type",
    'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  ],
  ["app.kubernetes.io/created-by", "deprecated since v1.9"],
  [
    "scheduler.alpha.kubernetes.io/preferAvoidPods",
    "deprecated since v1.22; use Taints and Tolerations instead",
  ],
  ["node-role.kubernetes.io/master", 'use "node-role.kubernetes.io/control-plane" instead'],
]);

export const deprecatedNodeLabel = (key: string): string | undefined => DEPRECATED.get(key);
