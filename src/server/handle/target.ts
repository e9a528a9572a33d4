import type { KubeObject } from "../../api/meta.ts";
import { badRequest } from "../../api/status.ts";
import type { Document } from "../../json/document.ts";
import type { KindDefinition } from "../../resources/kind.ts";
import type { ResourceDefinition, SubresourceDefinition } from "../../resources/resource-definition.ts";
import type { Entry } from "../../storage/storage.ts";
import { nameParameterProblem } from "./name-parameter.ts";
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

/** 400 where something is to be done to one object, and none is named. */
export function assertName({ name }: Target): void {
  if (name === "") throw badRequest("name must be provided");
}

/** `/registry/pods/default/x`; 400 for what can be no name. */
export function storageKey(resource: ResourceDefinition, namespace: string, name: string): string {
  const problem = nameParameterProblem(name);
  if (problem !== undefined) throw badRequest(problem);
  return `${storagePrefix(resource, namespace)}${name}`;
}

/** `/registry/pods/default/`, or `/registry/pods/` for all namespaces. */
export function storagePrefix(resource: ResourceDefinition, namespace: string): string {
  const prefix = `/registry/${resource.storagePrefix}/`;
  return resource.namespaced && namespace !== "" ? `${prefix}${namespace}/` : prefix;
}

/** What is stored, as the resource is today: a definition of custom resources may have changed since it was written. */
export function storedDocument({ fromStore, hub }: ResourceDefinition, entry: Entry): Document<KubeObject> {
  const document = documentOf(entry);
  if (fromStore === undefined) return document;
  const object = fromStore(document.value);
  return object === document.value ? document : arrangedDocument(hub, object);
}

const documentOf = (entry: Entry): Document<KubeObject> => entry.document as Document<KubeObject>;

/** What updates start from and subresources show. */
export const liveDocument = (resource: ResourceDefinition, entry: Entry): Document<KubeObject> =>
  resource.strategy.completesAnswersOnly === true ? documentOf(entry) : storedDocument(resource, entry);

/** Group and plural, for messages. */
export const groupResource = ({
  resource,
}: Pick<Target, "resource">): { group: string; resource: string } => ({
  group: resource.group,
  resource: resource.plural,
});

/** `apps/deployments`: what special treatment of a resource is found by. */
export const resourceKey = ({ resource }: Pick<Target, "resource">): string =>
  `${resource.group}/${resource.plural}`;
