import { unescapeToken } from "../json/pointer.ts";
import type { Shape } from "./shape.ts";

/** True if a JSON pointer leads to or into a field that Go stores as JSON text: RawExtension, FieldsV1. */
export function leadsToRaw(shape: Shape, pointer: string): boolean {
  let at: Shape | undefined = shape;
  for (const token of pointer.split("/").slice(1)) {
    if (at === undefined || at.kind === "any") break;
    at = below(at, unescapeToken(token));
  }
  return at?.kind === "any";
}

function below(shape: Shape, name: string): Shape | undefined {
  switch (shape.kind) {
    case "object":
      return shape.fields.get(name)?.shape;
    case "list":
      return shape.item;
    case "map":
      return shape.value;
    default:
      return undefined;
  }
}
