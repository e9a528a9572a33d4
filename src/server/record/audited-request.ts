import type { KubeObject } from "../../api/meta.ts";
import { copyWithNotes } from "../../json/notes.ts";
import { parseJson } from "../../json/parse.ts";
import type { KindDefinition } from "../../resources/kind.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Notes an object, for an audit log as it is now, in Go's order: what follows changes it. The log has it as the conversion
 * to the newest version and back leaves it, but for conversions of webhooks (apiserver/pkg/audit/request.go,
 * LogRequestObject).
 */
export function noteRequestObject(context: RequestContext, kind: KindDefinition, object: KubeObject): void {
  context.requestObject = object;
  const { audited } = context;
  if (audited === undefined) return;
  const sent = copyWithNotes(object);
  const { object: copy } = kind.arrange(kind.ready === undefined ? kind.fromHub(kind.toHub(sent)) : sent);
  // Decoding keeps an empty list for writes, where it is a wish to begin again; Go prints none.
  if (copy.metadata?.managedFields?.length === 0) delete copy.metadata.managedFields;
  // A custom resource may say that it is of another kind, which is refused later.
  copy.kind = object.kind ?? kind.kind;
  audited.object = copy;
  audited.metadata = copy.metadata;
}

/** The same for a patch. One that is no JSON is left out: an event could not hold it. */
export function noteRequestPatch({ audited }: RequestContext, patch: Uint8Array): void {
  if (audited === undefined) return;
  try {
    audited.object = parseJson(patch);
  } catch {
    // Refused later, or YAML.
  }
}
