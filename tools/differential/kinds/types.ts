import type { FieldFact, TypeFact } from "../../../src/types/notation/notation.ts";
import { fieldFacts } from "../../../src/types/notation/tables.ts";

const known = new Map<string, readonly FieldFact[]>();

/** The fields of a type in JSON: embedded structs flattened, without kind and apiVersion. */
export function fieldsOf(typeName: string): readonly FieldFact[] {
  let fields = known.get(typeName);
  if (fields === undefined) {
    fields = (fieldFacts(typeName) ?? []).flatMap((fact) =>
      !fact.embedded || fact.type.kind !== "message"
        ? [fact]
        : fact.type.name === "meta/v1.TypeMeta"
          ? []
          : fieldsOf(fact.type.name),
    );
    known.set(typeName, fields);
  }
  return fields;
}

/** Type of the objects in a field, inside of lists and maps; undefined if it contains none. */
export const messageIn = (type: TypeFact): string | undefined =>
  type.kind === "message"
    ? type.name
    : type.kind === "list"
      ? messageIn(type.item)
      : type.kind === "map"
        ? messageIn(type.value)
        : undefined;
