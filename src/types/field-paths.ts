import type { Field, ObjectShape, Shape } from "./shape.ts";

/** Names of the members on the way to a field; lists on the way have no element. */
export type FieldPath = readonly string[];

const DEEPEST = 5;

/**
 * Returns a function that finds the wanted fields of a shape, at most five levels deep. The result for each
 * shape is cached.
 */
export function fieldPaths(
  isWanted: (field: Field) => boolean,
): (shape: ObjectShape) => readonly FieldPath[] {
  const known = new WeakMap<ObjectShape, readonly FieldPath[]>();
  return (shape) => {
    const paths = known.get(shape) ?? [...find(shape, isWanted, [], DEEPEST)];
    known.set(shape, paths);
    return paths;
  };
}

function* find(
  shape: Shape,
  isWanted: (field: Field) => boolean,
  path: FieldPath,
  depth: number,
): Generator<FieldPath> {
  if (shape.kind === "list") yield* find(shape.item, isWanted, path, depth);
  if (shape.kind !== "object" || depth === 0) return;
  for (const field of shape.fields.values()) {
    const own = [...path, field.name];
    if (isWanted(field)) yield own;
    yield* find(field.shape, isWanted, own, depth - 1);
  }
}
