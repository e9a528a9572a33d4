import type { FoundKind, Registry } from "../../resources/registry.ts";
import { shapeAt } from "../refused/shape-at.ts";
import type { Path } from "../sources.ts";

/** Members of a strategic merge patch that say how to merge. */
const DIRECTIVE = /^\$(?:patch$|retainKeys$|setElementOrder\/|deleteFromPrimitiveList\/)/;

/** Says that a field is of patches only; empty for other fields. */
export const directiveHint = (name: string): string =>
  DIRECTIVE.test(name)
    ? ": it belongs into a strategic merge patch, which reads it; an object has no such field"
    : "";

/** Shorter names mean something else in each kind. */
const SHORTEST = 6;
const MOST_KINDS = 3;

/** Says which other kinds of the same group and version have a field at the same place; empty if none or many have. */
export function kindsWith(
  path: Path,
  found: Pick<FoundKind, "kind"> | undefined,
  registry: Registry,
): string {
  if (found === undefined || String(path.at(-1)).length < SHORTEST) return "";
  const { group, version, kind: own } = found.kind;
  const { resources = [] } = registry.group(group)?.versions.find((one) => one.version === version) ?? {};
  const others = resources
    .filter((one) => one.kind.kind !== own && isDeclared(path, one))
    .map((one) => one.kind.kind);
  const [first, ...more] = new Set(others);
  if (first === undefined || more.length >= MOST_KINDS) return "";
  return `: it is a field of ${[first, ...more].join(" and ")}, not of ${own}`;
}

/** True if a kind names the field: a part that keeps everything does not. */
function isDeclared(path: Path, found: FoundKind): boolean {
  const around = shapeAt(path.slice(0, -1), found);
  return around?.kind === "object" && around.fields.has(String(path.at(-1)));
}
