import { type GroupVersionKind, parseGroupVersion } from "../../../../api/group-version.ts";
import { saidTexts, typeMetaProblem } from "../../../../api/object/type-meta.ts";
import type { JsonObject } from "../../../../json/value.ts";

/** Error of a body whose names of version and kind are malformed. */
export class SaidKindError extends Error {}

/** Returns group, version and kind that a body names; missing parts are empty. */
export function saidKind(value: JsonObject): GroupVersionKind {
  const problem = typeMetaProblem(value);
  if (problem !== undefined) throw new SaidKindError(problem);
  const said = saidTexts(value);
  const { group, version } = parseGroupVersion(said.apiVersion);
  if (version.includes("/")) throw new SaidKindError(`unexpected GroupVersion string: ${said.apiVersion}`);
  return { group, version, kind: said.kind };
}

/** Completes the type of JSON and YAML bodies (gvkWithDefaults of serializer/json). */
export function withDefaultKind(said: GroupVersionKind, given: GroupVersionKind): GroupVersionKind {
  if (said.version !== "" && said.kind !== "") return said;
  const kind = said.kind || given.kind;
  if (said.version !== "") return { ...said, kind };
  if (said.group === "" || said.group === given.group)
    return { group: given.group, version: given.version, kind };
  return { ...said, kind };
}

/** Completes the type of a protobuf envelope (copyKindDefaults of serializer/protobuf). */
export function withDefaultOfEnvelope(
  envelope: { readonly apiVersion: string; readonly kind: string },
  given: GroupVersionKind,
): GroupVersionKind {
  const parts = envelope.apiVersion.split("/");
  const kind = envelope.kind || given.kind;
  const version = parts.at(-1) ?? "";
  if (version === "" || parts.length > 2) return { group: given.group, version: given.version, kind };
  return { group: parts.length === 2 ? (parts[0] ?? "") : "", version, kind };
}

/** True if kind, group and version are equal. */
export const isSameKind = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a.kind === b.kind && a.version === b.version && a.group === b.group;
