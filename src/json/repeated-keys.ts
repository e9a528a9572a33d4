import type { Json, JsonObject } from "../api/json.ts";

/** A container that is being read. */
export interface OpenContainer {
  readonly container: Json[] | JsonObject;
  /** The key that is being read, of an object. */
  key: string;
  /** Of a list under a repeated key: what its places held before. */
  earlier?: Json[];
  /** Kept by RepeatedKeys. */
  place?: Place;
}

/** A place in the document. Containers that follow one another under a repeated key have the same one. */
interface Place {
  readonly below: Map<string | number, Place>;
  repeated: boolean;
}

/** Paths reported at most, as in the reference (saveStrictError of sigs.k8s.io/json). */
const MAX_PATHS = 100;
/** Characters of all paths together, but for the last one: below a key of 3 MB, a hundred would have 300 MB. */
const MAX_TEXT = 1 << 20;

/**
 * Paths of keys that occur more than once in their object: `data.a`, `spec.list[0].x`. Takes time in proportion to the
 * bytes that are read: a container finds its place once, and a path is written only when it is new.
 */
export class RepeatedKeys {
  /** In document order, each once. */
  readonly paths: string[] = [];
  readonly #stack: readonly OpenContainer[];
  #characters = 0;

  /** `stack`: the open containers, the outermost first, as their reader changes it. */
  constructor(stack: readonly OpenContainer[]) {
    this.#stack = stack;
  }

  /** The innermost container has its current key for the second time, at least. */
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

/** The key at which a container stands; of a list, the index. */
export const segmentOf = ({ container, key }: OpenContainer): string | number =>
  Array.isArray(container) ? container.length - 1 : key;

/** How the key that is being read is named: `spec.list[0].x`. */
export function pathOf(stack: readonly OpenContainer[]): string {
  let path = "";
  for (const frame of stack) {
    const segment = segmentOf(frame);
    if (typeof segment === "number") path += `[${segment}]`;
    else path += path === "" ? segment : `.${segment}`;
  }
  return path;
}
