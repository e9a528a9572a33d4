import { isJsonObject, type Json } from "../../src/json/value.ts";
import type { Step } from "./corpus.ts";

const DEEPEST = 5;

/** JSON pointers to the values in the bodies of requests, each once. */
export function pointersOf(steps: readonly Step[]): string[] {
  const found = new Set<string>();
  for (const { silent, request } of steps)
    if (silent !== true && isJsonObject(request?.body)) collect(request.body, [], found);
  return [...found];
}

function collect(value: Json | undefined, at: readonly string[], found: Set<string>): void {
  if (at.length > 0) found.add(at.map((key) => `/${escapeKey(key)}`).join(""));
  if (at.length < DEEPEST && typeof value === "object" && value !== null)
    for (const [key, member] of Object.entries(value)) collect(member, [...at, key], found);
}

const escapeKey = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** Steps that read objects which the others may have stored. */
export function readsOf(steps: readonly Step[]): Step[] {
  const paths = new Set(steps.flatMap(({ request }) => COLLECTION.exec(request?.path ?? "")?.[0] ?? []));
  return [...paths].map((path) => ({ name: `stored at ${path}`, request: { method: "GET", path } }));
}

const COLLECTION = /^\/apis?\/[^?]*\/namespaces\/[^/?]+\/[^/?]+/;
