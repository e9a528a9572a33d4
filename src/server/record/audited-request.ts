import type { KubeObject } from "../../api/meta.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { parseJson } from "../../json/parse/parse.ts";
import type { JsonObject } from "../../json/value.ts";
import type { KindDefinition } from "../../resources/kind.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Records the object of a request for the audit log, in Go's order. The copy is made now because later stages
 * change the object. The log contains the result of a conversion to the newest version and back, except for
 * conversions by webhooks (apiserver/pkg/audit/request.go, LogRequestObject).
 */
export function noteRequestObject(context: RequestContext, kind: KindDefinition, object: KubeObject): void {
  context.requestObject = object;
  const { audited } = context;
  if (audited === undefined) return;
  const sent = copyWithNotes(object);
  const { object: copy } = kind.arrange(kind.ready === undefined ? kind.fromHub(kind.toHub(sent)) : sent);
  // Decoding keeps an empty list for writes, where it resets the managed fields; Go prints none.
  if (copy.metadata?.managedFields?.length === 0) delete copy.metadata.managedFields;
  // A custom resource can have another kind in its body, which is refused later.
  copy.kind = object.kind ?? kind.kind;
  audited.object = copy;
  audited.metadata = copy.metadata;
}

/** Records the patch of a request for the audit log. A patch that is not JSON is refused before this event is written. */
export function noteRequestPatch({ audited }: RequestContext, patch: Uint8Array): void {
  if (audited === undefined) return;
  try {
    audited.object = parseJson(patch);
  } catch {
    // The event of a refused patch has none.
  }
}

/** Records the body of an apply for the audit log: as JSON, also if it was sent as YAML. */
export function noteAppliedBody({ audited }: RequestContext, body: JsonObject): void {
  if (audited !== undefined) audited.object = copyWithNotes(body);
}
