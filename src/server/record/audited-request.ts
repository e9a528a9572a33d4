import type { KubeObject } from "../../api/meta.ts";
import { clone } from "../../json/object.ts";
import { parseJson } from "../../json/parse.ts";
import type { KindDefinition } from "../../resources/kind.ts";
import type { RequestContext } from "../request-context.ts";

/** Notes an object, for an audit log as it is now, in Go's order: what follows changes it. */
export function noteRequestObject(context: RequestContext, kind: KindDefinition, object: KubeObject): void {
  context.requestObject = object;
  const { audited } = context;
  if (audited === undefined) return;
  const { object: copy } = kind.arrange(clone(object));
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
