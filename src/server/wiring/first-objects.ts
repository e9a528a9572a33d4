import { isDeepStrictEqual } from "node:util";
import type { KubeObject } from "../../api/meta.ts";
import { StatusError } from "../../api/status.ts";
import type { OpenParts } from "../../async/open-parts.ts";
import { bootObjects } from "../../resources/boot/boot-objects.ts";
import type { Serves } from "../../resources/features/served-versions.ts";
import { createInternally, removeInternally } from "../background/internal-requests.ts";
import { keepIdentityLease } from "../background/replicas/identity-lease.ts";
import type { InternalWrites } from "../handle/write/writes.ts";
import { builtinKind } from "../kinds.ts";
import type { FullServerOptions } from "../options.ts";
import type { Pipeline } from "../stages.ts";

/**
 * Stores the objects that exist before the first request: those of every cluster, the certificates to trust,
 * and the server's own Lease.
 */
export async function storeFirstObjects(
  parts: Pipeline,
  options: FullServerOptions,
  open: OpenParts,
): Promise<void> {
  const { trust } = options;
  if (!options.hasFirstObjects) await createBootObjects(parts, options);
  if (trust !== undefined) await publishTrust(parts, trust);
  const endLease = await ownLease(parts, options);
  if (endLease !== undefined) open.add(endLease, (end) => end());
}

/**
 * Publishes the certificates that extension API servers trust (the reference's
 * cluster_authentication_trust_controller.go).
 */
async function publishTrust(parts: Pipeline, data: Readonly<Record<string, string>>): Promise<void> {
  const metadata = { name: "extension-apiserver-authentication", namespace: "kube-system" };
  const configMap: KubeObject = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { ...data } };
  const stored = await parts.stored("configmaps", metadata.namespace, metadata.name);
  if (stored !== undefined && isDeepStrictEqual(stored.data, data)) return;
  await removeInternally(parts, configMap, { admit: false });
  await createInternally(parts, configMap);
}

/**
 * Keeps the server's own Lease. Servers with a shared store have Leases with more data; a server whose port
 * is not known yet has none.
 */
function ownLease(
  { registry }: Pipeline,
  { storage, replica, serverAddress: address, uid, now, log }: FullServerOptions,
): Promise<() => void> | undefined {
  if (replica !== undefined || address === undefined) return undefined;
  const kind = builtinKind(registry(), "coordination.k8s.io", "Lease");
  const warn = (message: string, fields: object) => log("warn", message, { ...fields });
  return keepIdentityLease({ storage, kind, address, uid, now, warn });
}

/**
 * Creates the objects that every server has at its start: the system namespaces, the service of the API
 * itself, roles. Namespaces are created first, all others concurrently, so that a durable store commits them
 * together.
 */
async function createBootObjects(parts: Pipeline, options: FullServerOptions): Promise<void> {
  const { serviceClusterIpRange: serviceCidr, port, features, manifests, log } = options;
  const serves: Serves = ({ group, version, plural }) =>
    parts.registry().find(group, version, plural) !== undefined;
  const objects = bootObjects({ serviceCidr, port, now: options.now(), features, serves });
  const isNamespace = ({ kind }: KubeObject): boolean => kind === "Namespace";
  // Webhooks and policies of manifests exist before the first object, and can refuse it. kube-apiserver
  // starts nevertheless.
  const refused: TellOfRefusal | undefined =
    manifests && (({ kind, metadata: { name } }, { message }) => log("warn", message, { kind, name }));
  const create = (object: KubeObject): Promise<void> => createAtLast(parts, object, refused);
  await Promise.all(objects.filter(isNamespace).map(create));
  await Promise.all(objects.filter((one) => !isNamespace(one)).map(create));
}

/** Receives an object that is missing because its creation was refused. */
type TellOfRefusal = (object: KubeObject, error: StatusError) => void;

/**
 * Returns the field manager of a boot object: in the reference, a controller with a name of its own creates
 * the objects of priority and fairness.
 */
const managerOf = ({ apiVersion }: KubeObject): string | undefined =>
  apiVersion?.startsWith("flowcontrol.") ? "api-priority-and-fairness-config-producer-v1" : undefined;

const ATTEMPTS = 20;
const PAUSE_MS = 100;

/**
 * Retries a refused creation up to 20 times, 100 ms apart: another server on the same store may be at work,
 * so that an address is allocated whose service does not exist yet.
 */
async function createAtLast(
  writes: InternalWrites,
  object: KubeObject,
  refused: TellOfRefusal | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await createInternally(writes, object, managerOf(object));
      return;
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      if (attempt === ATTEMPTS && refused === undefined) throw error;
      if (attempt === ATTEMPTS) return refused?.(object, error);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
