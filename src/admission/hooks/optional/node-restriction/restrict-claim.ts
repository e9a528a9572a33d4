import { type JsonObject, record } from "../../../../json/value.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { quote } from "../../../../go/quote.ts";
import { copyWithNotes } from "../../../../api/object/notes.ts";
import { semanticEqual } from "../../../../json/semantic-equal.ts";
import { unifiedDiff } from "../../../../json/unified-diff.ts";
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
  return forbid(context, `${what}${difference(context, oldObject, object)}`);
}

const RESIZING = ["allocatedResourceStatuses", "allocatedResources", "capacity", "conditions"];

/** Returns a claim without the fields that a node can change, and without those that follow from a change. */
function withoutResizing(claim: KubeObject | null): JsonObject {
  const { resourceVersion: _version, managedFields: _managers, ...metadata } = claim?.metadata ?? {};
  const status = Object.entries(record(claim?.status)).filter(([name]) => !RESIZING.includes(name));
  return { metadata: record(metadata), spec: record(claim?.spec), status: Object.fromEntries(status) };
}

/** Maximum number of lines that are compared: longer objects take too long. */
const MOST_LINES = 199;

/** Returns the end of the message; empty if the objects are long. */
function difference({ ports }: PluginContext, before: KubeObject | null, now: KubeObject | null): string {
  const [old, next] = [linesOf(ports, before), linesOf(ports, now)];
  return Math.max(old.length, next.length) > MOST_LINES ? "" : `: ${unifiedDiff(old, next)}`;
}

/** Lines of an object with its members in Go's order; kube-apiserver's internal objects have no kind. */
function linesOf(ports: AdmissionPorts, claim: KubeObject | null): string[] {
  const copy = copyWithNotes(claim);
  const compared = withoutResizing(copy && (ports.arrange?.(copy) ?? copy));
  const {
    Kind: _kind,
    APIVersion: _version,
    ...form
  } = ports.internalForm?.("core/v1.PersistentVolumeClaim", compared) ?? compared;
  return goText(form).split("\n");
}

/** Text of an object from Go's encoding/json. */
const goText = (value: JsonObject): string =>
  JSON.stringify(value, (_key, one) => (typeof one === "bigint" ? Number(one) : one), 1).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
