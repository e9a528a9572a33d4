import type { KubeObject } from "../../../api/meta.ts";
import { aggregate } from "../../../api/validation/field-error.ts";
import { quote } from "../../../go/quote.ts";
import type { FoundKind } from "../../../resources/registry.ts";
import { prepareAndValidateNow, writingWithoutRequest } from "../../../resources/write.ts";

/** Applies defaults and validates as for a creation. Throws with the reference's text. */
export function acceptManifest(object: KubeObject, found: FoundKind): KubeObject {
  const { kind } = found;
  kind.applyDefaults(object);
  const hub = kind.toHub(object);
  const errors = prepareAndValidateNow(writingWithoutRequest(found), hub);
  if (errors.length > 0) {
    const why = aggregate(errors.map(({ field, message }) => `${field}: ${message}`));
    throw new Error(`${kind.kind} ${quote(hub.metadata.name ?? "")}: ${why}`);
  }
  return hub;
}
