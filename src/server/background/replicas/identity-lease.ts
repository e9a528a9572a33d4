import { createHash, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { KubeObject } from "../../../api/meta.ts";
import { objectIn } from "../../../api/object/document.ts";
import { formatMicroTime } from "../../../api/time.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { Storage } from "../../../storage/storage.ts";
import { seal } from "../../handle/write/seal.ts";
import { LEASES } from "./replica-lease.ts";

const RENEW_MS = 10_000;
const LEASE_SECONDS = 3600;

export interface IdentityLeaseOptions {
  readonly storage: Storage;
  /** Definition of the kind Lease, for the order of its fields. */
  readonly kind: KindDefinition;
  /** Host and port where clients reach the server. */
  readonly address: string;
  readonly uid: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/**
 * Writes the Lease that announces kube-apiserver (start-kube-apiserver-identity-lease-controller), at the
 * start and every ten seconds, without admission. The Lease stays after the end of the server. A failure, for
 * example because of a full disk, is a warning, as in the reference
 * (component-helpers/apimachinery/lease/controller.go, `backoffEnsureLease`). Returns the function that ends
 * the renewals.
 */
export async function keepIdentityLease(options: IdentityLeaseOptions): Promise<() => void> {
  const name = identityOf(options.address);
  const holder = `${name}_${randomUUID()}`;
  const renew = () =>
    write(options, name, holder).catch((error) =>
      options.warn("the Lease of this server could not be renewed", { error: String(error) }),
    );
  await renew();
  const timer = setInterval(renew, RENEW_MS).unref();
  return () => clearInterval(timer);
}

const BASE_32 = "abcdefghijklmnopqrstuvwxyz234567";

/** Returns the name for a server of this machine, which is the same at each start. */
export function identityOf(address: string): string {
  const hash = createHash("sha256").update(`${hostname()}/${address}`).digest();
  const bits = [...hash.subarray(0, 16)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const digits =
    bits.match(/.{1,5}/g)?.map((group) => BASE_32[Number.parseInt(group.padEnd(5, "0"), 2)]) ?? [];
  return `apiserver-${digits.join("")}`;
}

async function write(options: IdentityLeaseOptions, name: string, holder: string): Promise<void> {
  const { storage, kind } = options;
  const key = `${LEASES}${name}`;
  const current = await storage.get(key);
  const before = objectIn(current?.document);
  const sealed = (revision: number) => seal(leaseOf(options, name, holder, before), revision, kind);
  // Another client can change it between the two steps. The next renewal then writes it.
  await (current === undefined ? storage.create(key, sealed) : storage.update(key, current.revision, sealed));
}

function leaseOf(
  { address, uid, now }: IdentityLeaseOptions,
  name: string,
  holder: string,
  before: KubeObject | undefined,
): KubeObject {
  const time = formatMicroTime(now());
  const seconds = `${time.slice(0, 19)}Z`;
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: {
      name,
      namespace: "kube-system",
      uid: before?.metadata.uid ?? uid(),
      creationTimestamp: before?.metadata.creationTimestamp ?? seconds,
      labels: { "apiserver.kubernetes.io/identity": "kube-apiserver", "kubernetes.io/hostname": hostname() },
      annotations: { "kubernetes.io/peer-advertise-address": address },
      managedFields: [{ ...OWNED, time: seconds }],
    },
    spec: { holderIdentity: holder, leaseDurationSeconds: LEASE_SECONDS, renewTime: time },
  };
}

const OWNED = {
  manager: "kube-apiserver",
  operation: "Update",
  apiVersion: "coordination.k8s.io/v1",
  fieldsType: "FieldsV1",
  fieldsV1: {
    "f:metadata": {
      "f:annotations": { ".": {}, "f:kubernetes.io/peer-advertise-address": {} },
      "f:labels": { ".": {}, "f:apiserver.kubernetes.io/identity": {}, "f:kubernetes.io/hostname": {} },
    },
    "f:spec": { "f:holderIdentity": {}, "f:leaseDurationSeconds": {}, "f:renewTime": {} },
  },
};
