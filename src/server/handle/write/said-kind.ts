import { formatGroupVersion, type GroupVersionKind } from "../../../api/group-version.ts";
import type { JsonObject } from "../../../api/json.ts";
import { typeMetaProblem } from "../../../json/type-meta.ts";

/** A body whose names of version and kind are no such names. */
export class SaidKindError extends Error {}

/** Group, version and kind as a body says them; what it leaves out is empty. */
export function saidKind(value: JsonObject): GroupVersionKind {
  const problem = typeMetaProblem(value);
  if (problem !== undefined) throw new SaidKindError(problem);
  const said = saidTexts(value);
  const parts = said.apiVersion.split("/");
  if (parts.length > 2) throw new SaidKindError(`unexpected GroupVersion string: ${said.apiVersion}`);
  const [first = "", second] = parts;
  return second === undefined
    ? { group: "", version: first, kind: said.kind }
    : { group: first, version: second, kind: said.kind };
}

/** Version and kind as encoding/json reads them: names are compared without case, and the last one counts. */
export function saidTexts(value: JsonObject): { readonly apiVersion: string; readonly kind: string } {
  const said = { apiversion: "", kind: "" };
  for (const key in value) {
    const name = typeName(key);
    const member = value[key];
    if (name !== undefined && member !== null && member !== undefined) said[name] = String(member);
  }
  return { apiVersion: said.apiversion, kind: said.kind };
}

/** A body may have very many keys, and hardly one is as long as these. */
function typeName(key: string): "apiversion" | "kind" | undefined {
  if (key.length !== "kind".length && key.length !== "apiversion".length) return undefined;
  const name = key.toLowerCase();
  return name === "apiversion" || name === "kind" ? name : undefined;
}

/** What a patched object says of its kind, in the order in which Go writes a map. */
export const sortedTypeMeta = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.keys(value)
      .filter((key) => typeName(key) !== undefined)
      .sort()
      .map((key) => [key, value[key]]),
  );

/** What JSON and YAML leave out (gvkWithDefaults of serializer/json). */
export function withDefaultKind(said: GroupVersionKind, given: GroupVersionKind): GroupVersionKind {
  const kind = said.kind || given.kind;
  if (said.version !== "") return { ...said, kind };
  if (said.group === "" || said.group === given.group)
    return { group: given.group, version: given.version, kind };
  return { ...said, kind };
}

/** What a protobuf envelope leaves out (copyKindDefaults of serializer/protobuf). */
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

export const isSameKind = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a.kind === b.kind && formatGroupVersion(a) === formatGroupVersion(b);
