import { type JsonObject, record } from "../../../../api/json.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { quote } from "../../../../api/quote.ts";
import { semanticEqual } from "../../../../json/semantic-equal.ts";
import type { PluginContext, PluginResult } from "../../../hook.ts";
import { forbid } from "../../builtin/forbid.ts";

/** The status of a claim: what the resizing of its volume has come to. */
export function restrictClaim(context: PluginContext, node: string): PluginResult {
  const { subresource, operation, oldObject } = context.attributes;
  if (subresource !== "status") return forbid(context, "may only update PVC status");
  if (operation !== "UPDATE") return forbid(context, `unexpected operation ${quote(operation)}`);
  if (semanticEqual(withoutResizing(oldObject), withoutResizing(context.object))) return undefined;
  return forbid(
    context,
    `node ${quote(node)} is not allowed to update fields other than status.quantity and status.conditions`,
  );
}

const RESIZING = ["allocatedResourceStatuses", "allocatedResources", "capacity", "conditions"];

/** A claim without what a node may change, and without what follows from a change. */
function withoutResizing(claim: KubeObject | null): JsonObject {
  const { resourceVersion: _version, managedFields: _managers, ...metadata } = claim?.metadata ?? {};
  const status = Object.entries(record(claim?.status)).filter(([name]) => !RESIZING.includes(name));
  return { metadata: record(metadata), spec: record(claim?.spec), status: Object.fromEntries(status) };
}
