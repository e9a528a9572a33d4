import type { FoundKind } from "../../resources/registry.ts";
import { nearest } from "../filters/near.ts";
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
  const near = meantFor(name, known) ?? nearest(name, known) ?? "";
  const hint = near === "" ? "" : `: "${near}" is probably meant`;
  return { path, near, message: `unknown field "${field}"${hint}` };
}

/** Converts `webhooks[0].rules[1].resources` to a path. A map key in brackets is left out. */
export function pathOfField(field: string): Path {
  return [...field.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) =>
    index === undefined ? (/^\d+$/.test(name ?? "") ? Number(name) : (name ?? "")) : Number(index),
  );
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

type Whole = FoundKind["kind"]["shape"];
type Shape = NonNullable<ReturnType<Whole["fields"]["get"]>>["shape"];

function fieldsAt(path: Path, found: Pick<FoundKind, "kind"> | undefined): string[] {
  let shape: Shape | undefined = found?.kind.shape;
  for (const part of path) shape = below(shape, part);
  return shape?.kind === "object" ? [...shape.fields.keys()] : [];
}

function below(shape: Shape | undefined, part: string | number): Shape | undefined {
  switch (shape?.kind) {
    case "object":
      return shape.fields.get(String(part))?.shape;
    case "list":
      return shape.item;
    case "map":
      return shape.value;
    default:
      return undefined;
  }
}
