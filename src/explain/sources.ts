import { escapeToken } from "../json/pointer.ts";
import type { Json, JsonObject } from "../json/value.ts";

/** Members and indexes from the root of an object. */
export type Path = readonly (string | number)[];

/** The objects that may have to be changed, with the places where they were written. */
export interface Sources {
  /** Finds an object by its name in the cluster; undefined if its source is not known. */
  find(kind: string, name: string): Source | undefined;
  /** Names of the objects of a kind whose sources are known. */
  names?(kind: string): string[];
}

/** An object, and the lines of its parts. */
export interface Source {
  readonly object: JsonObject;
  /** Returns `file.yaml:12`; undefined if the object was not read from a file. */
  line(path: Path): string | undefined;
}

/** Returns the place of a path: file and line, or a JSON pointer into the object. */
export function placeIn(source: Source | undefined, path: Path): string {
  return source?.line(path) ?? pointerOf(path);
}

/** JSON pointer of a path (RFC 6901). */
export const pointerOf = (path: Path): string => path.map((part) => `/${escapeToken(String(part))}`).join("");

/** Returns the value at a path. */
export function valueAt(object: Json | undefined, path: Path): Json | undefined {
  let value = object;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Array.isArray(value) ? value[Number(part)] : value[part];
  }
  return value;
}

/** The longest part of a path that an object has; empty if it has none. */
export function nearestPath(object: JsonObject, path: Path): Path {
  const last = [...path.keys()].findLast((at) => valueAt(object, path.slice(0, at + 1)) !== undefined);
  return path.slice(0, last === undefined ? 0 : last + 1);
}
