import type { KubeObject } from "../../../api/meta.ts";
import { SERVER_LEASE } from "../../../api/server-lease.ts";
import type { ReplicaIdentity } from "./replicas.ts";

/**
 * Store prefix of the Leases that announce servers. kube-apiserver has its Lease there, too; ours have
 * another identity.
 */
export const LEASES = "/registry/leases/kube-system/";

interface ReplicaLease extends ReplicaIdentity {
  readonly host: string;
  readonly uid: string;
  readonly leaseMs: number;
  /** RFC 3339, to the microsecond. */
  readonly createdAt: string;
  readonly renewedAt: string;
  readonly inEffect: number;
}

/** The Lease of a server, which other servers read. */
export const replicaLease = (lease: ReplicaLease): KubeObject => ({
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: {
    name: lease.name,
    namespace: "kube-system",
    uid: lease.uid,
    creationTimestamp: `${lease.createdAt.slice(0, 19)}Z`,
    labels: { [SERVER_LEASE.label]: SERVER_LEASE.identity, "kubernetes.io/hostname": lease.host },
    annotations: {
      ...(lease.address === undefined ? {} : { [SERVER_LEASE.address]: lease.address }),
      [SERVER_LEASE.inEffect]: String(lease.inEffect),
    },
  },
  spec: {
    holderIdentity: lease.name,
    leaseDurationSeconds: Math.max(1, Math.ceil(lease.leaseMs / 1000)),
    acquireTime: lease.createdAt,
    renewTime: lease.renewedAt,
  },
});

/** Returns the revision in the Lease of one of our servers, or undefined for another Lease. */
export function saidInEffect({ metadata }: KubeObject): number | undefined {
  if (metadata.labels?.[SERVER_LEASE.label] !== SERVER_LEASE.identity) return undefined;
  const revision = Number(metadata.annotations?.[SERVER_LEASE.inEffect]);
  return Number.isSafeInteger(revision) ? revision : undefined;
}
