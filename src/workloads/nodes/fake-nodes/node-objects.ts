import { formatMicroTime, formatTime } from "../../../api/time.ts";
import type { JsonObject } from "../../../json/value.ts";

/** Largest number of fake nodes. More of them would use most of the server's time for heartbeats. */
export const MOST_FAKE_NODES = 1000;

/** Annotation that kwok sets on its fake nodes. */
export const FAKE_NODE = { annotation: "kwok.x-k8s.io/node", value: "fake" };

/** Duration of a node's Lease. A node that does not renew it for that time counts as unreachable. */
const LEASE_SECONDS = 40;

/** A node that exists only as an object. */
export interface FakeNode {
  readonly name: string;
  readonly address: string;
  /** The first three bytes of the addresses of its pods. */
  readonly podPrefix: string;
}

/** Returns the node with this index; the first is 0. */
export const fakeNode = (n: number): FakeNode => ({
  name: `fake-node-${n}`,
  address: `172.18.${n >> 7}.${(n & 127) + 2}`,
  podPrefix: `10.${244 + (n >> 8)}.${n & 255}`,
});

const CAPACITY = { cpu: "32", memory: "256Gi", "ephemeral-storage": "1Ti", pods: "110" };

/** Returns a node as its kubelet registers it. */
export const nodeObject = (node: FakeNode, now: number): JsonObject => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: {
    name: node.name,
    annotations: { [FAKE_NODE.annotation]: FAKE_NODE.value, "node.alpha.kubernetes.io/ttl": "0" },
    labels: {
      "beta.kubernetes.io/arch": "amd64",
      "beta.kubernetes.io/os": "linux",
      "kubernetes.io/arch": "amd64",
      "kubernetes.io/hostname": node.name,
      "kubernetes.io/os": "linux",
    },
  },
  spec: { podCIDR: `${node.podPrefix}.0/24`, podCIDRs: [`${node.podPrefix}.0/24`] },
  status: {
    addresses: [
      { type: "InternalIP", address: node.address },
      { type: "Hostname", address: node.name },
    ],
    allocatable: CAPACITY,
    capacity: CAPACITY,
    conditions: conditionsAt(now),
    nodeInfo: {
      architecture: "amd64",
      bootID: "",
      containerRuntimeVersion: "fake",
      kernelVersion: "fake",
      kubeProxyVersion: "",
      kubeletVersion: "v1.37.2",
      machineID: "",
      operatingSystem: "linux",
      osImage: "fake",
      systemUUID: "",
    },
  },
});

const PRESSURES = [
  ["MemoryPressure", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ["DiskPressure", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ["PIDPressure", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
] as const;

function conditionsAt(now: number): JsonObject[] {
  const time = formatTime(now);
  const condition = (type: string, status: string, reason: string, message: string): JsonObject => ({
    type,
    status,
    reason,
    message,
    lastHeartbeatTime: time,
    lastTransitionTime: time,
  });
  return [
    ...PRESSURES.map(([type, reason, message]) => condition(type, "False", reason, message)),
    condition("Ready", "True", "KubeletReady", "kubelet is posting ready status"),
  ];
}

/** Returns the Lease that a node renews as a heartbeat. */
export const nodeLease = (name: string, uid: string, now: number): JsonObject => ({
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: {
    name,
    namespace: "kube-node-lease",
    ownerReferences: [{ apiVersion: "v1", kind: "Node", name, uid }],
  },
  spec: { holderIdentity: name, leaseDurationSeconds: LEASE_SECONDS, renewTime: formatMicroTime(now) },
});
