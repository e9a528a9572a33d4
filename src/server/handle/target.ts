import type { KubeObject } from "../../api/meta.ts";
import { badRequest, methodNotAllowed, resourceNotFound } from "../../api/status.ts";
import type { Document } from "../../json/document.ts";
import type {
  KindDefinition,
  ResourceDefinition,
  SubresourceDefinition,
  Verb,
} from "../../resources/kind.ts";
import type { Registry } from "../../resources/registry.ts";
import { subresourcesIn } from "../../resources/subresources-in.ts";
import type { Entry } from "../../storage/storage.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import { hasPath } from "./has-path.ts";
import { arrangedDocument } from "./write/seal.ts";

/** What a request is about, once its names have been looked up. */
export interface Target {
  readonly resource: ResourceDefinition;
  /** The version in the URL. */
  readonly kind: KindDefinition;
  readonly subresource: SubresourceDefinition | undefined;
  readonly namespace: string;
  readonly name: string;
}

/** RequestInfo → Target; undefined when no such group, version or resource is served. */
export function findTarget(registry: Registry, info: RequestInfo): Target | undefined {
  const found = registry.find(info.group, info.version, info.resource);
  if (found === undefined || info.path.startsWith("//")) return undefined;
  const { resource, kind } = found;
  const subresource =
    info.subresource === "" ? undefined : subresourcesIn(found).find((sub) => sub.name === info.subresource);
  if (info.subresource !== "" && subresource === undefined) return undefined;
  if (resource.custom && isOutOfScope(resource, info)) return undefined;
  if (!resource.custom && !hasPath(resource, info)) return undefined;
  const clusterScoped = !resource.namespaced;
  if (clusterScoped && info.namespace !== "" && resource.plural !== "namespaces") return undefined;
  return { resource, kind, subresource, namespace: clusterScoped ? "" : info.namespace, name: info.name };
}

/** Custom resources in a namespace are listed and watched over all of them, and that is all. */
export const isOutOfScope = (
  { namespaced }: ResourceDefinition,
  { namespace, verb }: RequestInfo,
): boolean => (namespaced ? namespace === "" && verb !== "list" && verb !== "watch" : namespace !== "");

/** 405 unless the resource has the verb at this place; a namespaced kind is written in a namespace only. */
export function assertVerb(target: Target, verb: Verb): void {
  if (!target.resource.verbs.includes(verb)) throw methodNotAllowed();
  const needsNamespace = verb !== "list" && verb !== "watch";
  if (target.resource.namespaced && target.namespace === "" && needsNamespace) throw methodNotAllowed();
}

/** 400 for a write to a collection that should have been to one object; built-in kinds have no such path at all. */
export function assertName({ name }: Target): void {
  if (name === "") throw badRequest("name must be provided");
}

export function requireTarget(target: Target | undefined): Target {
  if (target === undefined) throw resourceNotFound();
  return target;
}

/** `/registry/pods/default/x`. */
export function storageKey(resource: ResourceDefinition, namespace: string, name: string): string {
  return `${storagePrefix(resource, namespace)}${name}`;
}

/** `/registry/pods/default/`, or `/registry/pods/` for all namespaces. */
export function storagePrefix(resource: ResourceDefinition, namespace: string): string {
  const prefix = `/registry/${resource.storagePrefix}/`;
  return resource.namespaced && namespace !== "" ? `${prefix}${namespace}/` : prefix;
}

/** What is stored, as the resource is today: a definition of custom resources may have changed since it was written. */
export function storedDocument({ fromStore, hub }: ResourceDefinition, entry: Entry): Document<KubeObject> {
  const document = entry.document as Document<KubeObject>;
  if (fromStore === undefined) return document;
  const object = fromStore(document.value);
  return object === document.value ? document : arrangedDocument(hub, object);
}

/** Group and plural, for messages. */
export const groupResource = ({
  resource,
}: Pick<Target, "resource">): { group: string; resource: string } => ({
  group: resource.group,
  resource: resource.plural,
});

/** `apps/deployments`: what special treatment of a resource is found by. */
export const resourceKey = ({ resource }: Target): string => `${resource.group}/${resource.plural}`;
