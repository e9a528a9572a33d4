import { isIP } from "node:net";
import { isJsonObject, type JsonObject, text } from "../../../json/value.ts";
import type { Service } from "../../../resources/kinds/core/service/service-types.ts";

/** Facts about an object that are kept until all objects have been read. */
export interface Seen {
  readonly key: string;
  readonly name: string;
  /** Empty for objects of the cluster. */
  readonly namespace: string;
  readonly uid: string;
  /** UIDs of its owners. */
  readonly owners: readonly string[];
  /** `clusterIP 10.0.0.7`, `nodePort 30080`: what no two Services may have. */
  readonly addresses: readonly string[];
  /** Resource that the object defines, if it is a definition of custom resources. */
  readonly defines?: Defined;
}

/** Resource of a CustomResourceDefinition. */
export interface Defined {
  readonly group: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

/** Undefined for what is no object of Kubernetes. */
export function see(key: string, value: unknown): Seen | undefined {
  if (!isJsonObject(value) || typeof value.kind !== "string" || typeof value.apiVersion !== "string")
    return undefined;
  const metadata = isJsonObject(value.metadata) ? value.metadata : {};
  const defines = definedBy(value);
  return {
    key,
    name: text(metadata.name),
    namespace: text(metadata.namespace),
    uid: text(metadata.uid),
    owners: ownersOf(metadata),
    addresses: value.kind === "Service" && value.apiVersion === "v1" ? addressesOf(value) : [],
    ...(defines && { defines }),
  };
}

function ownersOf({ ownerReferences }: JsonObject): string[] {
  if (!Array.isArray(ownerReferences)) return [];
  return ownerReferences.filter(isJsonObject).map(({ uid }) => text(uid));
}

/** A port may occur several times in one Service, with several protocols. */
function addressesOf(service: JsonObject): string[] {
  const spec = isJsonObject(service.spec) ? (service as unknown as Service).spec : {};
  const ips = [...(spec.clusterIPs ?? []), spec.clusterIP ?? ""].filter((ip) => isIP(ip) !== 0);
  const ports = [...(spec.ports ?? []).map(({ nodePort }) => nodePort), spec.healthCheckNodePort];
  const all = [
    ...ips.map((ip) => `clusterIP ${ip}`),
    ...ports.filter((port) => typeof port === "number" && port > 0).map((port) => `nodePort ${port}`),
  ];
  return [...new Set(all)];
}

function definedBy({ kind, spec }: JsonObject): Defined | undefined {
  if (kind !== "CustomResourceDefinition" || !isJsonObject(spec) || !isJsonObject(spec.names))
    return undefined;
  const [group, plural] = [text(spec.group), text(spec.names.plural)];
  return { group, plural, namespaced: spec.scope === "Namespaced" };
}
