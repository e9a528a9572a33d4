import type { KubeObject } from "../../../../api/meta.ts";
import { copyWithNotes } from "../../../../api/object/notes.ts";
import { quote } from "../../../../go/quote.ts";
import { jsonDiff } from "../../../../go/unified-diff.ts";
import { semanticEqual } from "../../../../json/semantic-equal.ts";
import { type JsonObject, record } from "../../../../json/value.ts";
import type { PluginContext, PluginResult } from "../../../hook.ts";
import type { AdmissionPorts } from "../../../ports.ts";
import { forbid } from "../../builtin/forbid.ts";

/** Allows only changes of a claim's status about the resize of its volume. */
export function restrictClaim(context: PluginContext, node: string): PluginResult {
  const { subresource, operation, oldObject } = context.attributes;
  if (subresource !== "status") return forbid(context, "may only update PVC status");
  if (operation !== "UPDATE") return forbid(context, `unexpected operation ${quote(operation)}`);
  const { object } = context;
  if (semanticEqual(withoutResizing(oldObject), withoutResizing(object))) return undefined;
  const what = `node ${quote(node)} is not allowed to update fields other than status.quantity and status.conditions`;
  return forbid(context, `${what}: ${difference(context, oldObject, object)}`);
}

const RESIZING = ["allocatedResourceStatuses", "allocatedResources", "capacity", "conditions"];

/** Returns a claim without the fields that a node can change, and without those that follow from a change. */
function withoutResizing(claim: KubeObject | null): JsonObject {
  const { resourceVersion: _version, managedFields: _managers, ...metadata } = claim?.metadata ?? {};
  const status = Object.entries(record(claim?.status)).filter(([name]) => !RESIZING.includes(name));
  return { metadata: record(metadata), spec: record(claim?.spec), status: Object.fromEntries(status) };
}

/** Difference of two claims with their members in Go's order; kube-apiserver's internal objects have no kind. */
function difference({ ports }: PluginContext, before: KubeObject | null, now: KubeObject | null): string {
  return jsonDiff(formOf(ports, before), formOf(ports, now));
}

function formOf(ports: AdmissionPorts, claim: KubeObject | null): JsonObject {
  const copy = copyWithNotes(claim);
  const compared = withoutResizing(copy && (ports.arrange?.(copy) ?? copy));
  const {
    Kind: _kind,
    APIVersion: _version,
    ...form
  } = ports.internalForm?.("core/v1.PersistentVolumeClaim", compared) ?? compared;
  return form;
}
