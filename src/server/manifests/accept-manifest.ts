import { aggregate } from "../../api/field-error.ts";
import type { KubeObject } from "../../api/meta.ts";
import { quote } from "../../api/quote.ts";
import { validateObjectMeta } from "../../resources/machine/object-meta/validate-object-meta.ts";
import type { FoundKind } from "../../resources/registry.ts";
import { contextWithoutRequest } from "../../resources/write.ts";

/** Fills in defaults and validates as for a creation. Throws with the reference's text. */
export function acceptManifest(object: KubeObject, { kind, resource }: FoundKind): KubeObject {
  kind.applyDefaults(object);
  const hub = kind.toHub(object);
  const { strategy } = resource;
  const errors = [
    ...validateObjectMeta(hub.metadata, { namespaced: false, nameProblems: strategy.nameProblems }),
    ...(strategy.validateCreate?.(hub, contextWithoutRequest(kind.version)) ?? []),
  ];
  if (errors.length > 0) {
    const why = aggregate(errors.map(({ field, message }) => `${field}: ${message}`));
    throw new Error(`${kind.kind} ${quote(hub.metadata.name ?? "")}: ${why}`);
  }
  return hub;
}
