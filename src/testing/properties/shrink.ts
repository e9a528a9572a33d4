import { clone } from "../../json/object.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import type { Sample } from "./sample.ts";

type Path = readonly (string | number)[];

/** Largest number of smaller requests that are tried. */
const TRIES = 400;

/** Returns the smallest object that still fails: no field or item can be removed. */
export async function shrink(object: Sample, fails: (object: Sample) => Promise<boolean>): Promise<Sample> {
  let smallest = object;
  let tries = 0;
  for (let shrunk = true; shrunk; ) {
    shrunk = false;
    // Large parts are removed first, so that their fields need no tries.
    for (const path of pathsIn(smallest, [])) {
      if (isFixed(path) || !has(smallest, path)) continue;
      if (++tries > TRIES) return smallest;
      const candidate = without(smallest, path);
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      shrunk = true;
    }
  }
  return smallest;
}

/**
 * Returns all paths, the shortest first. Items of a list are in reverse order, so that a removal does not
 * change the index of later ones.
 */
function pathsIn(value: Json, at: Path): Path[] {
  const keys: (string | number)[] = Array.isArray(value)
    ? value.map((_item, i) => i).reverse()
    : isJsonObject(value)
      ? Object.keys(value)
      : [];
  const here = keys.map((key) => [...at, key]);
  const below = keys.flatMap((key) => pathsIn(childOf(value, key) ?? null, [...at, key]));
  return [...here, ...below].sort((a, b) => a.length - b.length);
}

const childOf = (value: Json, key: string | number): Json | undefined =>
  Array.isArray(value) ? value[Number(key)] : isJsonObject(value) ? value[key] : undefined;

const isFixed = (path: Path): boolean =>
  path.length === 1
    ? ["apiVersion", "kind", "metadata"].includes(String(path[0]))
    : path.length === 2 && path[0] === "metadata" && ["name", "generateName"].includes(String(path[1]));

function has(object: Json, path: Path): boolean {
  let value: Json | undefined = object;
  for (const key of path) value = value === undefined ? undefined : childOf(value, key);
  return value !== undefined;
}

function without(object: Sample, path: Path): Sample {
  const copy = clone<Sample>(object);
  const parent = path
    .slice(0, -1)
    .reduce<Json | undefined>((value, key) => childOf(value ?? null, key), copy);
  const last = path.at(-1);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (isJsonObject(parent)) delete parent[String(last)];
  return copy;
}
