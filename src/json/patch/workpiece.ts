import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import { getKey, setKey } from "../object.ts";
import { unescapeToken } from "../pointer.ts";
import { RawScalar } from "../raw-scalar.ts";
import { resolveIndex } from "./array-index.ts";
import { JsonPatchError } from "./operation.ts";

export type Container = Json[] | JsonObject;

/** Where an operation acts: a container that exists and the key in it, which need not. */
export interface Place {
  readonly container: Container;
  readonly key: string;
}

/** A document being patched: containers are copied before their first change, the rest stays shared. */
export class Workpiece {
  root: Container;
  readonly #own = new Set<Container>();

  constructor(document: Container) {
    this.root = document;
  }

  /** The place that a path names, for reading. The text before the first slash is ignored, as the reference does. */
  find(path: string): Place | undefined {
    const tokens = path.split("/");
    if (tokens.length < 2) return undefined;
    let container = this.root;
    for (let i = 1; i < tokens.length - 1; i++) {
      const next = peek(container, unescapeToken(tokens[i] as string));
      if (!isContainer(next)) return undefined;
      container = next;
    }
    return { container, key: unescapeToken(tokens[tokens.length - 1] as string) };
  }

  /** As `find`, with every container on the way made our own. */
  findForWriting(path: string): Place | undefined {
    if (this.find(path) === undefined) return undefined;
    const tokens = path.split("/");
    this.root = this.#owned(this.root);
    let container = this.root;
    for (let i = 1; i < tokens.length - 1; i++) {
      const key = unescapeToken(tokens[i] as string);
      const next = this.#owned(peek(container, key) as Container);
      write(container, key, next);
      container = next;
    }
    return { container, key: unescapeToken(tokens[tokens.length - 1] as string) };
  }

  #owned<T extends Container>(container: T): T {
    if (this.#own.has(container)) return container;
    const copy = (Array.isArray(container) ? [...container] : { ...container }) as T;
    this.#own.add(copy);
    return copy;
  }
}

export function isContainer(value: Json | undefined): value is Container {
  return (Array.isArray(value) || isJsonObject(value)) && !((value as unknown) instanceof RawScalar);
}

function peek(container: Container, key: string): Json | undefined {
  try {
    return read({ container, key });
  } catch {
    return undefined;
  }
}

/** The value at a place; undefined for an absent key of an object. Throws JsonPatchError for a bad index. */
export function read({ container, key }: Place): Json | undefined {
  return Array.isArray(container) ? container[resolveIndex(key, container.length)] : getKey(container, key);
}

export function insert({ container, key }: Place, value: Json): void {
  if (!Array.isArray(container)) setKey(container, key, value);
  else if (key === "-") container.push(value);
  else container.splice(insertionIndex(key, container.length), 0, value);
}

function insertionIndex(key: string, length: number): number {
  try {
    return resolveIndex(key, length + 1);
  } catch (error) {
    const message = (error as Error).message;
    if (!message.startsWith("strconv.")) throw error;
    throw new JsonPatchError(`value was not a proper array index: '${key}': ${message}`);
  }
}

export function overwrite({ container, key }: Place, value: Json): void {
  write(container, key, value);
}

function write(container: Container, key: string, value: Json): void {
  if (Array.isArray(container)) container[resolveIndex(key, container.length)] = value;
  else setKey(container, key, value);
}

export function erase({ container, key }: Place): void {
  if (Array.isArray(container)) container.splice(resolveIndex(key, container.length), 1);
  else if (Object.hasOwn(container, key)) delete container[key];
  else throw new JsonPatchError(`Unable to remove nonexistent key: ${key}: missing value`);
}
