import type { Json, JsonObject } from "../api/json.ts";

/** Members and indexes from the root of an object. */
export type Path = readonly (string | number)[];

/** The objects that may have to be changed, and where they were written. */
export interface Sources {
  /** `name` as it is in the cluster; undefined: nobody knows where it came from. */
  find(kind: string, name: string): Source | undefined;
}

export interface Source {
  readonly object: JsonObject;
  /** `file.yaml:12`; undefined: it came from no file. */
  line(path: Path): string | undefined;
}

/** Where to look: file and line, or a JSON pointer into the object. */
export function placeIn(source: Source | undefined, path: Path): string {
  return source?.line(path) ?? pointerOf(path);
}

export const pointerOf = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** What stands at a path. */
export function valueAt(object: Json | undefined, path: Path): Json | undefined {
  let value = object;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Array.isArray(value) ? value[part as number] : value[part];
  }
  return value;
}
