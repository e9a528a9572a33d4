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

/**
 * Records the body of an apply for the audit log: JSON as it was sent, and YAML as JSON
 * (apiserver/pkg/endpoints/handlers/patch.go, validateAndTranscodePatch).
 */
export function noteAppliedBody(context: RequestContext, sent: Uint8Array, body: JsonObject): void {
  if (context.audited === undefined) return;
  context.audited.object = copyWithNotes(body);
  if (looksLikeJson(sent)) noteRequestPatch(context, sent);
}

const OPENING_BRACE = 0x7b;
const SPACES: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20]);

/** True if the first character after spaces is a brace (apimachinery/pkg/util/yaml/decoder.go, IsJSONBuffer). */
const looksLikeJson = (bytes: Uint8Array): boolean =>
  bytes.find((byte) => !SPACES.has(byte)) === OPENING_BRACE;
