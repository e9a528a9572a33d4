import { setKey } from "../json/object.ts";
import { isJsonObject, type Json, type JsonObject, record, records, text } from "../json/value.ts";

/** Metadata that differ in each run, independent of admission. */
const VOLATILE: ReadonlySet<string> = new Set([
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "managedFields",
  "selfLink",
]);

/**
 * Returns the part of an object in a response that admission decides: without fields that a server sets
 * (uids, versions, times, addresses), without the account of a pod and its token, and without its status,
 * except for the subresource `status`.
 */
export function stableResult(object: JsonObject, subresource: string): JsonObject {
  const { metadata: given, status, spec, ...rest } = object;
  const metadata = record(given);
  const own = Object.fromEntries(Object.entries(metadata).filter(([key]) => !VOLATILE.has(key)));
  const stable: JsonObject = {
    ...rest,
    metadata: own,
    ...(spec !== undefined && { spec: stableSpec(object.kind, spec) }),
    ...(status !== undefined && subresource === "status" && { status }),
  };
  const names = new Map<string, string>();
  if (typeof metadata.uid === "string") names.set(metadata.uid, "(uid)");
  if (typeof metadata.generateName === "string" && typeof metadata.name === "string")
    names.set(metadata.name, "(generated)");
  return names.size === 0 ? stable : record(renamed(stable, names));
}

function stableSpec(kind: Json | undefined, spec: Json): Json {
  if (kind === "Service") return withoutAddresses(spec);
  return kind === "Pod" && isJsonObject(spec) ? withoutAccount(spec) : spec;
}

const GIVEN_OUT: ReadonlySet<string> = new Set(["clusterIP", "clusterIPs", "healthCheckNodePort"]);

function withoutAddresses(spec: Json): Json {
  if (!isJsonObject(spec)) return spec;
  const kept = Object.entries(spec).filter(([key]) => !GIVEN_OUT.has(key));
  const ports = Array.isArray(spec.ports) ? { ports: spec.ports.map(withoutNodePort) } : {};
  return { ...Object.fromEntries(kept), ...ports };
}

function withoutNodePort(port: Json): Json {
  if (!isJsonObject(port)) return port;
  const { nodePort: _given, ...rest } = port;
  return rest;
}

/** Replaces generated texts: Jobs have labels with their uid, and with their generated name. */
function renamed(value: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof value === "string") return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  for (const [key, member] of Object.entries(value))
    if (member !== undefined) setKey(copy, key, renamed(member, names));
  return copy;
}

const TOKENS = /^kube-api-access-/;
const MOUNTED_AT = "/var/run/secrets/kubernetes.io/serviceaccount";
/** Account of pods that do not name one. */
const DEFAULT = "default";

/**
 * Returns the spec of a pod without the fields that the plugin ServiceAccount writes: the account, and a
 * volume with its token, which has a random name. A replay has that plugin disabled; servers from which
 * requests are recorded have it enabled.
 */
function withoutAccount(spec: JsonObject): JsonObject {
  const { serviceAccountName, serviceAccount, volumes, containers, initContainers, ...rest } = spec;
  const named = serviceAccountName ?? serviceAccount;
  return {
    ...rest,
    ...(named !== undefined && named !== DEFAULT && { serviceAccountName: named }),
    ...kept("volumes", volumes, ({ name }) => TOKENS.test(text(name))),
    ...mounted("containers", containers),
    ...mounted("initContainers", initContainers),
  };
}

function mounted(member: string, containers: Json | undefined): JsonObject {
  if (!Array.isArray(containers)) return containers === undefined ? {} : { [member]: containers };
  const isToken = ({ name, mountPath }: JsonObject): boolean =>
    mountPath === MOUNTED_AT && TOKENS.test(text(name));
  const without = containers.map((one) => {
    if (!isJsonObject(one)) return one;
    const { volumeMounts, ...own } = one;
    return { ...own, ...kept("volumeMounts", volumeMounts, isToken) };
  });
  return { [member]: without };
}

/** Returns a list without some of its members. An empty list is left out. */
function kept(member: string, list: Json | undefined, isOut: (one: JsonObject) => boolean): JsonObject {
  const rest = records(list).filter((one) => !isOut(one));
  return rest.length === 0 ? {} : { [member]: rest };
}
