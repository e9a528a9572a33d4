import type { GroupVersionKind } from "../../api/group-version.ts";
import type { SubresourceDefinition, SubresourceVerb } from "../resource-definition.ts";
import type { Strategy } from "../strategy.ts";
import { statusOnly } from "./strategy.ts";

const READ_WRITE: readonly SubresourceVerb[] = ["get", "patch", "update"];

/** An endpoint that updates a part of its parent by rules of its own. */
export const update = (
  name: string,
  strategy: Strategy,
  verbs: readonly SubresourceVerb[] = READ_WRITE,
): SubresourceDefinition => ({ name, style: "update", verbs, strategy });

/** The endpoint of the status; what is not `own` is as in `statusOnly`. */
export const status = (...own: Parameters<typeof statusOnly>): SubresourceDefinition =>
  update("status", statusOnly(...own));

/** The same, but that its objects are not shown as Tables. */
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

/** An endpoint to which another kind is posted. */
export const create = (name: string, kind: GroupVersionKind): SubresourceDefinition => ({
  name,
  style: "create",
  verbs: ["create"],
  kind,
});

const core = (kind: string): GroupVersionKind => ({ group: "", version: "v1", kind });

/** An endpoint that leads to a container; `kind` is that of its options. */
export const connect = (name: string, kind: string): SubresourceDefinition => ({
  name,
  style: "connect",
  verbs: ["create", "get"],
  kind: core(kind),
});

export const proxy = (kind: string): SubresourceDefinition => ({
  name: "proxy",
  style: "connect",
  verbs: ["create", "delete", "get", "patch", "update"],
  kind: core(kind),
});
