import type { KubeObject } from "../../api/meta.ts";
import type { Document } from "../../api/object/document.ts";
import { badRequest } from "../../api/status.ts";
import { pathSegmentNameProblems } from "../../api/validation/name-format.ts";
import { quote } from "../../go/quote.ts";
import type { KindDefinition } from "../../resources/kind.ts";
import type { ResourceDefinition, SubresourceDefinition } from "../../resources/resource-definition.ts";
import type { Strategy } from "../../resources/strategy.ts";
import type { Entry } from "../../storage/storage.ts";
import { arrangedDocument } from "./write/seal.ts";

/** Target of a request, after its names were looked up. */
export interface Target {
  readonly resource: ResourceDefinition;
  /** Kind in the version of the URL. */
  readonly kind: KindDefinition;
  readonly subresource: SubresourceDefinition | undefined;
  readonly namespace: string;
  readonly name: string;
}

/** Returns the strategy: a subresource such as `status` has one of its own. */
export const strategyOf = ({ resource, subresource }: Target): Strategy =>
  subresource?.strategy ?? resource.strategy;

/** Throws 400 if the request is for one object and names none. */
export function assertName({ name }: Target): void {
  if (name === "") throw badRequest("name must be provided");
}

/** Returns the storage key, `/registry/pods/default/x`; throws 400 for an invalid name. */
export function storageKey(resource: ResourceDefinition, namespace: string, name: string): string {
  const problem = nameParameterProblem(name);
  if (problem !== undefined) throw badRequest(problem);
  return `${storagePrefix(resource, namespace)}${name}`;
}

/** Returns the storage prefix: `/registry/pods/default/`, or `/registry/pods/` for all namespaces. */
export function storagePrefix(resource: ResourceDefinition, namespace: string): string {
  const prefix = `/registry/${resource.storagePrefix}/`;
  return resource.namespaced && namespace !== "" ? `${prefix}${namespace}/` : prefix;
}

/**
 * Returns the stored object in the resource's present form: a definition of custom resources may have changed
 * since the write.
 */
export function storedDocument({ fromStore, hub }: ResourceDefinition, entry: Entry): Document<KubeObject> {
  const document = documentOf(entry);
  if (fromStore === undefined) return document;
  const object = fromStore(document.value);
  return object === document.value ? document : arrangedDocument(hub, object);
}

const documentOf = (entry: Entry): Document<KubeObject> => entry.document as Document<KubeObject>;

/** Returns the stored object as the base of updates and of subresources. */
export const liveDocument = (resource: ResourceDefinition, entry: Entry): Document<KubeObject> =>
  resource.strategy.completesAnswersOnly === true ? documentOf(entry) : storedDocument(resource, entry);

/** Returns group and plural, for messages. */
export const groupResource = ({
  resource,
}: Pick<Target, "resource">): { group: string; resource: string } => ({
  group: resource.group,
  resource: resource.plural,
});

/**
 * Returns the reason why no object can have this name; undefined if the name is valid (apiserver,
 * generic/registry, NoNamespaceKeyFunc).
 */
export function nameParameterProblem(name: string): string | undefined {
  if (name === "") return "Name parameter required.";
  const problems = pathSegmentNameProblems(name, false);
  return problems.length === 0 ? undefined : `Name parameter invalid: ${quote(name)}: ${problems.join(";")}`;
}
