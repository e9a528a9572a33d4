import { oncePerObject } from "../../async/once.ts";
import type { FoundKind, Registry } from "../../resources/registry.ts";
import type {
  ResourceDefinition,
  SubresourceDefinition,
  SubresourceVerb,
} from "../../resources/resource-definition.ts";
import { subresourcesIn } from "../../resources/subresources-in.ts";

/** Action on a resource at a place of the URL. The subresource defines the action for `connect`. */
export type Action =
  | "create"
  | "delete"
  | "deletecollection"
  | "get"
  | "list"
  | "patch"
  | "update"
  | "watch"
  | "connect";

/** Target of a path of a group version. */
export interface Place {
  readonly found: FoundKind;
  readonly subresource: SubresourceDefinition | undefined;
  /** Allowed actions by method. */
  readonly actions: ReadonlyMap<string, Action>;
}

/**
 * Returns the place of a path in a built-in group version, or undefined if there is none. `segments` are the
 * segments after the version, as in the path. Each resource has the paths that APIInstaller's
 * registerResourceHandlers gives it. Names may be empty.
 */
export function builtinPlace(
  registry: Registry,
  { group, version }: { readonly group: string; readonly version: string },
  segments: readonly string[],
): Place | undefined {
  const watched = segments[0] === "watch";
  const path = watched ? segments.slice(1) : segments;
  const [first = "", , third] = path;
  if (first === "namespaces" && third !== undefined) {
    const found = registry.find(group, version, third);
    if (found?.resource.namespaced) return placeOf(found, path.slice(3), watched);
  }
  const found = registry.find(group, version, first);
  if (found === undefined || found.resource.custom) return undefined;
  if (!found.resource.namespaced) return placeOf(found, path.slice(1), watched);
  return path.length === 1 ? everywhere(found, watched) : undefined;
}

/** Returns the place below a resource. `after` are the segments after the resource. */
function placeOf(found: FoundKind, after: readonly string[], watched: boolean): Place | undefined {
  const { resource } = found;
  const [, name, ...more] = after;
  if (name !== undefined) return watched ? undefined : subresourcePlace(found, name, more.length > 0);
  const actions = after.length === 0 ? collectionActions(resource, watched) : itemActions(resource, watched);
  return actions.size === 0 ? undefined : { found, subresource: undefined, actions };
}

/** Returns the place of a namespaced resource over all namespaces. */
function everywhere(found: FoundKind, watched: boolean): Place | undefined {
  const all = collectionActions(found.resource, watched);
  const read = all.get("GET");
  return read === undefined
    ? undefined
    : { found, subresource: undefined, actions: new Map([["GET", read]]) };
}

function subresourcePlace(found: FoundKind, name: string, further: boolean): Place | undefined {
  const subresource = subresourcesIn(found).find((sub) => sub.name === name);
  if (subresource === undefined || (further && subresource.name !== "proxy")) return undefined;
  return { found, subresource, actions: actionsOf(subresource) };
}

type Actions = ReadonlyMap<string, Action>;

const only = (resource: ResourceDefinition, actions: readonly (readonly [string, Action])[]): Actions =>
  new Map(actions.filter(([, action]) => resource.verbs.some((verb) => verb === action)));

const plainCollection = oncePerObject((resource: ResourceDefinition) =>
  only(resource, [
    ["GET", "list"],
    ["POST", "create"],
    ["DELETE", "deletecollection"],
  ]),
);

const plainItem = oncePerObject((resource: ResourceDefinition) =>
  only(resource, [
    ["GET", "get"],
    ["PUT", "update"],
    ["PATCH", "patch"],
    ["DELETE", "delete"],
  ]),
);

const watchedOnly = oncePerObject((resource: ResourceDefinition) => only(resource, [["GET", "watch"]]));

const collectionActions = (resource: ResourceDefinition, watched: boolean): Actions =>
  watched ? watchedOnly(resource) : plainCollection(resource);

const itemActions = (resource: ResourceDefinition, watched: boolean): Actions =>
  watched ? watchedOnly(resource) : plainItem(resource);

const CONNECT_METHODS: Readonly<Record<string, readonly string[]>> = {
  proxy: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"],
};
const STREAM_METHODS = ["GET", "POST"];

const METHODS: Readonly<Record<SubresourceVerb, string>> = {
  create: "POST",
  get: "GET",
  patch: "PATCH",
  update: "PUT",
  delete: "DELETE",
};

const actionsOf = oncePerObject(
  ({ name, style, verbs }: SubresourceDefinition): Actions =>
    style === "connect"
      ? new Map((CONNECT_METHODS[name] ?? STREAM_METHODS).map((method) => [method, "connect"]))
      : new Map(verbs.map((verb) => [METHODS[verb], verb])),
);
