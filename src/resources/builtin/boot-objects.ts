import type { KubeObject } from "../../api/meta.ts";

/** What every cluster has from its first moment on (api-surface B.1). */
export function bootObjects(): readonly KubeObject[] {
  return [
    ...["default", "kube-system", "kube-public", "kube-node-lease"].map(namespace),
    priorityClass(
      "system-node-critical",
      2000001000,
      "Used for system critical pods that must not be moved from their current node.",
    ),
    priorityClass(
      "system-cluster-critical",
      2000000000,
      "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
    ),
    KUBERNETES_SERVICE,
  ];
}

const namespace = (name: string): KubeObject => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });

const priorityClass = (name: string, value: number, description: string): KubeObject => ({
  apiVersion: "scheduling.k8s.io/v1",
  kind: "PriorityClass",
  metadata: { name },
  value,
  description,
});

const KUBERNETES_SERVICE: KubeObject = {
  apiVersion: "v1",
  kind: "Service",
  metadata: {
    name: "kubernetes",
    namespace: "default",
    labels: { component: "apiserver", provider: "kubernetes" },
  },
  spec: {
    type: "ClusterIP",
    ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: 6443 }],
    sessionAffinity: "None",
  },
};
