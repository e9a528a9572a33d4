import { isJsonObject, type Json } from "./value.ts";

/**
 * True if lists and objects in a value are nested more than `levels` deep. Uses no recursion, so that deep values
 * cannot exhaust the call stack.
 */
export function isDeeperThan(value: Json, levels: number): boolean {
  let level: Json[] = [];
  addContainers([value], level);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > levels) return true;
    const next: Json[] = [];
    for (const container of level) addContainers(container, next);
    level = next;
  }
  return false;
}

function addContainers(value: Json, to: Json[]): void {
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === "object" && item !== null) to.push(item);
  } else if (isJsonObject(value)) {
    for (const key in value) {
      const member = value[key];
      if (typeof member === "object" && member !== null) to.push(member);
    }
  }
}
