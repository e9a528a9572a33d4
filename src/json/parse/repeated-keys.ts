import type { Json, JsonObject } from "../value.ts";

/** A container that is currently being parsed. */
export interface OpenContainer {
  readonly container: Json[] | JsonObject;
  /** In an object, the key that is being parsed. */
  key: string;
  /** In a list under a repeated key, the earlier items, by index. */
  earlier?: Json[];
  /** Set by RepeatedKeys. */
  place?: Place;
}

/** A place in the document. Containers that follow each other under a repeated key have the same place. */
interface Place {
  readonly below: Map<string | number, Place>;
  repeated: boolean;
}

/** Maximum number of reported paths, as in the reference (saveStrictError of sigs.k8s.io/json). */
const MAX_PATHS = 100;
/**
 * Limit for the characters of all paths together; the last path may exceed it. Below a key of 3 MB, a hundred paths
 * would take 300 MB.
 */
const MAX_TEXT = 1 << 20;

/**
 * Collects paths of keys that occur more than once in their object: `data.a`, `spec.list[0].x`. Takes time in
 * proportion to the text: the place of a container is determined once, and each path is built once.
 */
export class RepeatedKeys {
  /** Paths in document order, each once. */
  readonly paths: string[] = [];
  readonly #stack: readonly OpenContainer[];
  #characters = 0;

  /** `stack`: the open containers, the outermost first. The parser modifies it. */
  constructor(stack: readonly OpenContainer[]) {
    this.#stack = stack;
  }

  /** Records that the current key of the innermost container is repeated. */
  note(): void {
    const top = this.#stack.at(-1);
    if (top === undefined || this.paths.length >= MAX_PATHS || this.#characters > MAX_TEXT) return;
    const place = placeBelow(this.#placeOf(this.#stack.length - 1), top.key);
    if (place.repeated) return;
    place.repeated = true;
    const path = pathOf(this.#stack);
    this.#characters += path.length;
    if (!this.paths.includes(path)) this.paths.push(path);
  }

  #placeOf(index: number): Place {
    let known = index;
    while (known > 0 && this.#stack[known]?.place === undefined) known--;
    let place = this.#stack[known]?.place ?? newPlace();
    for (let i = known; i <= index; i++) {
      const frame = this.#stack[i]!;
      if (i > known) place = placeBelow(place, segmentOf(this.#stack[i - 1]!));
      frame.place = place;
    }
    return place;
  }
}

const newPlace = (): Place => ({ below: new Map(), repeated: false });

function placeBelow({ below }: Place, segment: string | number): Place {
  let place = below.get(segment);
  if (place === undefined) {
    place = newPlace();
    below.set(segment, place);
  }
  return place;
}

/** The key or index of the value that is being parsed in a container. */
export const segmentOf = ({ container, key }: OpenContainer): string | number =>
  Array.isArray(container) ? container.length - 1 : key;

/** Path of the key that is being parsed, as error texts have it: `spec.list[0].x`. */
export function pathOf(stack: readonly OpenContainer[]): string {
  let path = "";
  for (const frame of stack) {
    const segment = segmentOf(frame);
    if (typeof segment === "number") path += `[${segment}]`;
    else path += path === "" ? segment : `.${segment}`;
  }
  return path;
}
