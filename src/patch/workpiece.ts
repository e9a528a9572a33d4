import { getKey, setKey, shallowCopy } from "../json/object.ts";
import { unescapeToken } from "../json/pointer.ts";
import { RawScalar } from "../json/raw-scalar.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { messageOf } from "../report/describe-error.ts";
import { resolveIndex } from "./array-index.ts";
import { LongList } from "./long-list.ts";
import { JsonPatchError } from "./operation.ts";

/** A value that has members. */
export type Container = Json[] | JsonObject;

/** Target of an operation: an existing container and a key in it, which need not exist. */
export interface Place {
  readonly container: Container;
  readonly key: string;
}

/** Lists with more items are kept in pieces after the first insertion or removal. */
const LONG = 4096;

/**
 * A document to which a patch is applied. Containers are copied before their first change; unchanged ones are shared.
 */
export class Workpiece {
  #root: Container;
  readonly #own = new Set<Container>();
  /** Long lists in pieces, by the array that they replace. */
  readonly #long = new Map<Json[], LongList>();

  constructor(document: Container) {
    this.#root = document;
  }

  /** The whole document in its current state. */
  get root(): Container {
    for (const list of this.#long.keys()) this.#materialize(list);
    return this.#root;
  }

  replaceRoot(value: Container): void {
    this.#root = value;
  }

  /**
   * Resolves a path for reading; undefined if a container on it does not exist. The text before the first slash is
   * ignored, as in the reference.
   */
  find(path: string): Place | undefined {
    const tokens = path.split("/");
    if (tokens.length < 2) return undefined;
    let container = this.#root;
    for (let i = 1; i < tokens.length - 1; i++) {
      const next = this.#peek(container, unescapeToken(tokens[i]!));
      if (!isContainer(next)) return undefined;
      container = next;
    }
    return { container, key: unescapeToken(tokens[tokens.length - 1]!) };
  }

  /** Resolves a path for writing: `find`, with copies of all shared containers on the path. */
  findForWriting(path: string): Place | undefined {
    if (this.find(path) === undefined) return undefined;
    const tokens = path.split("/");
    this.#root = this.#owned(this.#root);
    let container = this.#root;
    for (let i = 1; i < tokens.length - 1; i++) {
      const key = unescapeToken(tokens[i]!);
      const next = this.#owned(this.#peek(container, key) as Container);
      this.overwrite({ container, key }, next);
      container = next;
    }
    return { container, key: unescapeToken(tokens[tokens.length - 1]!) };
  }

  /** The value at a place; undefined for an absent key of an object. Throws JsonPatchError for an invalid index. */
  read({ container, key }: Place): Json | undefined {
    if (!Array.isArray(container)) return getKey(container, key);
    const list = this.#long.get(container) ?? container;
    return list.at(resolveIndex(key, list.length));
  }

  /** `read`, with all long lists below the place converted back to arrays. */
  readWhole(place: Place): Json | undefined {
    const value = this.read(place);
    if (this.#long.size > 0) this.#materializeBelow(value);
    return value;
  }

  insert({ container, key }: Place, value: Json): void {
    if (!Array.isArray(container)) {
      setKey(container, key, value);
      return;
    }
    const long = this.#longList(container);
    const { length } = long ?? container;
    const index = key === "-" ? length : insertionIndex(key, length);
    if (long === undefined) container.splice(index, 0, value);
    else long.insert(index, value);
  }

  overwrite({ container, key }: Place, value: Json): void {
    if (!Array.isArray(container)) {
      setKey(container, key, value);
      return;
    }
    const long = this.#long.get(container);
    if (long === undefined) container[resolveIndex(key, container.length)] = value;
    else long.set(resolveIndex(key, long.length), value);
  }

  erase({ container, key }: Place): void {
    if (Array.isArray(container)) this.#eraseItem(container, key);
    else if (Object.hasOwn(container, key)) delete container[key];
    else throw new JsonPatchError(`Unable to remove nonexistent key: ${key}: missing value`);
  }

  #eraseItem(list: Json[], key: string): void {
    const long = this.#longList(list);
    if (long === undefined) list.splice(resolveIndex(key, list.length), 1);
    else long.remove(resolveIndex(key, long.length));
  }

  #longList(list: Json[]): LongList | undefined {
    let long = this.#long.get(list);
    if (long === undefined && list.length > LONG) {
      long = new LongList(list);
      this.#long.set(list, long);
    }
    return long;
  }

  #materializeBelow(value: Json | undefined): void {
    if (!isContainer(value)) return;
    if (Array.isArray(value)) this.#materialize(value);
    for (const member of Object.values(value)) this.#materializeBelow(member);
  }

  #materialize(list: Json[]): void {
    const long = this.#long.get(list);
    if (long === undefined) return;
    const items = long.items();
    list.length = items.length;
    for (let i = 0; i < items.length; i++) list[i] = items[i]!;
    this.#long.delete(list);
  }

  #peek(container: Container, key: string): Json | undefined {
    try {
      return this.read({ container, key });
    } catch {
      return undefined;
    }
  }

  #owned<T extends Container>(container: T): T {
    if (this.#own.has(container)) return container;
    const copy = (Array.isArray(container) ? [...container] : shallowCopy(container)) as T;
    this.#own.add(copy);
    return copy;
  }
}

/** True for arrays and objects; false for scalars that keep their text. */
export function isContainer(value: Json | undefined): value is Container {
  return (Array.isArray(value) || isJsonObject(value)) && !(value instanceof RawScalar);
}

function insertionIndex(key: string, length: number): number {
  try {
    return resolveIndex(key, length + 1);
  } catch (error) {
    const message = messageOf(error);
    if (!message.startsWith("strconv.")) throw error;
    throw new JsonPatchError(`value was not a proper array index: '${key}': ${message}`);
  }
}
