import { parseGroupVersion } from "../../api/group-version.ts";
import { type JsonObject, record, records, text, texts } from "../../json/value.ts";
import type { Manifest } from "./manifests.ts";

/**
 * Notes about constraints of Gatekeeper among the manifests that name the kind of an object, and do not match it all the same:
 * by its group, or by its namespace.
 */
export function constraintNotes(
  object: JsonObject | null,
  namespace: string,
  manifests: readonly Manifest[],
): string[] {
  if (object === null) return [];
  return manifests.flatMap(({ object: constraint, line }): string[] => {
    const { group } = parseGroupVersion(text(constraint.apiVersion));
    if (group !== "constraints.gatekeeper.sh") return [];
    const why = mismatch(object, namespace, record(record(constraint.spec).match));
    if (why === undefined) return [];
    const name = `${text(constraint.kind)}/${text(record(constraint.metadata).name)}`;
    const at = line(["spec", "match", ...why.path]);
    return [
      `the constraint ${name} does not match this ${text(object.kind)}: ${why.says}${at && ` (${at})`}`,
    ];
  });
}

function mismatch(
  { apiVersion, kind }: JsonObject,
  namespace: string,
  { kinds, namespaces, excludedNamespaces }: JsonObject,
): { readonly says: string; readonly path: readonly string[] } | undefined {
  const { group } = parseGroupVersion(text(apiVersion));
  const named = records(kinds).filter((entry) => texts(entry.kinds).includes(text(kind)));
  if (named.length === 0) return undefined;
  const isOther = named.every(({ apiGroups }) => {
    const groups = texts(apiGroups);
    return groups.length > 0 && !groups.includes("*") && !groups.includes(group);
  });
  if (isOther) {
    const groups = named.flatMap(({ apiGroups }) => texts(apiGroups)).map((one) => JSON.stringify(one));
    return {
      says: `apiGroups are ${groups.join(", ")}, its group is ${JSON.stringify(group)}`,
      path: ["kinds"],
    };
  }
  if (texts(excludedNamespaces).some((one) => isNamedBy(one, namespace)))
    return { says: `excludedNamespaces has ${namespace}`, path: ["excludedNamespaces"] };
  const own = texts(namespaces);
  return own.length > 0 && namespace !== "" && !own.some((one) => isNamedBy(one, namespace))
    ? { says: `namespaces are ${own.join(", ")}, its namespace is ${namespace}`, path: ["namespaces"] }
    : undefined;
}

/** True for a name, and for a part of it with * at its begin or end. */
function isNamedBy(pattern: string, name: string): boolean {
  const part = pattern.replaceAll("*", "");
  if (!pattern.includes("*")) return pattern === name;
  return pattern.startsWith("*")
    ? pattern.endsWith("*")
      ? name.includes(part)
      : name.endsWith(part)
    : name.startsWith(part);
}
