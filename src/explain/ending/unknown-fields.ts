import type { FoundKind } from "../../resources/registry.ts";
import { nearest } from "../filters/near.ts";
import { pathOfField } from "../refused/field-path.ts";
import { shapeAt } from "../refused/shape-at.ts";
import type { Path } from "../sources.ts";

/** A field that the server does not know, and the field that was probably meant. */
export interface UnknownField {
  readonly path: Path;
  readonly message: string;
  /** Name of the field that was probably meant; empty if no known name is similar. */
  readonly near: string;
}

/** Parses the unknown fields in a warning or a refusal: `unknown field "spec.x", unknown field "spec.y"`. */
export function unknownFields(text: string, found: Pick<FoundKind, "kind"> | undefined): UnknownField[] {
  return [...text.matchAll(/unknown field "([^"]+)"/g)].map(([, field = ""]) => unknownField(field, found));
}

/**
 * A field that the kind does not have, with the most similar one that it has. `near` is empty if there is none, or
 * the kind is not known.
 */
export function unknownField(field: string, found: Pick<FoundKind, "kind"> | undefined): UnknownField {
  const path = pathOfField(field);
  const name = String(path.at(-1) ?? "");
  const known = fieldsAt(path.slice(0, -1), found);
  const near = meantFor(name, known) ?? nearest(name, known) ?? nestedFor(name, path, found) ?? "";
  const hint = near === "" ? "" : `: "${near}" is probably meant`;
  return { path, near, message: `unknown field "${field}"${hint}` };
}

/**
 * Returns the field that has this meaning here: it has another name in a related kind, or is one level
 * deeper.
 */
function meantFor(name: string, known: readonly string[]): string | undefined {
  const others: Readonly<Record<string, string>> = {
    matchResources: "matchConstraints",
    matchConstraints: "matchResources",
    rules: "resourceRules",
  };
  const other = others[name];
  if (other !== undefined && known.includes(other)) return other;
  const isSelector = known.length === 2 && known.includes("matchLabels");
  return isSelector && nearest(name, known) === undefined ? "matchLabels" : undefined;
}

/** A field of a field, whose names together are the name: `service.port` for servicePort. */
function nestedFor(name: string, path: Path, found: Pick<FoundKind, "kind"> | undefined): string | undefined {
  for (let i = 1; i < name.length; i++) {
    const [outer, inner] = [name.slice(0, i), name.charAt(i).toLowerCase() + name.slice(i + 1)];
    if (/^[A-Z]/.test(name.slice(i)) && shapeAt([...path.slice(0, -1), outer, inner], found) !== undefined)
      return `${outer}.${inner}`;
  }
  return undefined;
}

function fieldsAt(path: Path, found: Pick<FoundKind, "kind"> | undefined): string[] {
  const shape = shapeAt(path, found);
  return shape?.kind === "object" ? [...shape.fields.keys()] : [];
}
