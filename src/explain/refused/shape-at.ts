import type { FoundKind } from "../../resources/registry.ts";
import type { Path } from "../sources.ts";

type Whole = FoundKind["kind"]["shape"];
type Shape = NonNullable<ReturnType<Whole["fields"]["get"]>>["shape"];

/** Returns the shape of the value at a path of a kind; undefined if the kind has no such field. */
export function shapeAt(path: Path, found: Pick<FoundKind, "kind"> | undefined): Shape | undefined {
  let shape: Shape | undefined = found?.kind.shape;
  for (const part of path) shape = shapeBelow(shape, part);
  return shape;
}

const ANY: Shape = { kind: "any" };

/** Returns the shape of a member or an item. */
export function shapeBelow(shape: Shape | undefined, part: string | number): Shape | undefined {
  switch (shape?.kind) {
    case "object":
      return shape.fields.get(String(part))?.shape ?? (shape.preserveUnknown ? ANY : undefined);
    case "list":
      return shape.item;
    case "map":
      return shape.value;
    case "any":
      return shape;
    default:
      return undefined;
  }
}
