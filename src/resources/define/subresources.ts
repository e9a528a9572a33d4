import type { GroupVersionKind } from "../../api/group-version.ts";
import type { SubresourceDefinition, SubresourceVerb } from "../resource-definition.ts";
import type { Strategy } from "../strategy.ts";
import { statusOnly } from "./strategy.ts";

const READ_WRITE: readonly SubresourceVerb[] = ["get", "patch", "update"];

/** An endpoint that updates a part of its parent object by separate rules. */
export const update = (
  name: string,
  strategy: Strategy,
  verbs: readonly SubresourceVerb[] = READ_WRITE,
): SubresourceDefinition => ({ name, style: "update", verbs, strategy });

/** The status endpoint. `own` replaces parts of `statusOnly`. */
export const status = (...own: Parameters<typeof statusOnly>): SubresourceDefinition =>
  update("status", statusOnly(...own));

/** The same endpoint, without tables. */
export const withoutTables = (sub: SubresourceDefinition): SubresourceDefinition => ({
  ...sub,
  tables: false,
});

export const scale: SubresourceDefinition = {
  name: "scale",
  style: "scale",
  verbs: READ_WRITE,
  kind: { group: "autoscaling", version: "v1", kind: "Scale" },
};

/** An endpoint that creates objects of another kind. */
export const create = (name: string, kind: GroupVersionKind): SubresourceDefinition => ({
  name,
  style: "create",
  verbs: ["create"],
  kind,
});

const core = (kind: string): GroupVersionKind => ({ group: "", version: "v1", kind });

/** An endpoint that connects to a container; `kind` is the kind of its options. */
export const connect = (name: string, kind: string): SubresourceDefinition => ({
  name,
  style: "connect",
  verbs: ["create", "get"],
  kind: core(kind),
});

/** Subresource `proxy`, with the options of its kind, such as PodProxyOptions. */
export const proxy = (kind: string): SubresourceDefinition => ({
  name: "proxy",
  style: "connect",
  verbs: ["create", "delete", "get", "patch", "update"],
  kind: core(kind),
});
