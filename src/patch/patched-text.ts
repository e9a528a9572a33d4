import { compareKeyBytes } from "../api/object/key-order.ts";
import { setKey } from "../json/object.ts";
import { unescapeToken } from "../json/pointer.ts";
import { RawScalar } from "../json/raw-scalar.ts";
import { escapeHtml, stringify } from "../json/stringify.ts";
import type { Json, JsonObject } from "../json/value.ts";
import { resolveIndex } from "./array-index.ts";
import type { JsonPatch } from "./operation.ts";
import { isContainer } from "./workpiece.ts";

/**
 * A value as the reference's patch library represents it (evanphx/json-patch, lazyNode): the received text until an
 * operation accesses its members. Containers that were accessed are written with sorted keys, all others unchanged.
 */
class Node {
  readonly #value: Json;
  #members: Map<string, Node> | undefined;
  #items: Node[] | undefined;

  constructor(value: Json) {
    this.#value = value;
  }

  get(key: string): Node | undefined {
    const { members, items } = this.open();
    return items === undefined ? members?.get(key) : items[resolveIndex(key, items.length)];
  }

  set(key: string, node: Node): void {
    const { members, items } = this.open();
    if (items === undefined) members?.set(key, node);
    else items[resolveIndex(key, items.length)] = node;
  }

  add(key: string, node: Node): void {
    const { members, items } = this.open();
    if (items === undefined) members?.set(key, node);
    else items.splice(key === "-" ? items.length : resolveIndex(key, items.length + 1), 0, node);
  }

  remove(key: string): void {
    const { members, items } = this.open();
    if (items === undefined) members?.delete(key);
    else items.splice(resolveIndex(key, items.length), 1);
  }

  /** Opens the members of both values as far as the library does when it compares them. */
  compare(other: Node): void {
    const [own, its] = [this.open(), other.open()];
    for (const [key, member] of own.members ?? []) {
      const same = its.members?.get(key);
      if (same !== undefined) member.compare(same);
    }
    own.items?.forEach((item, i) => {
      const same = its.items?.[i];
      if (same !== undefined) item.compare(same);
    });
  }

  toJson(): Json {
    if (this.#items !== undefined) return this.#items.map((item) => item.toJson());
    if (this.#members === undefined) return this.#value;
    const made: JsonObject = {};
    for (const key of [...this.#members.keys()].sort(compareKeyBytes))
      setKey(made, key, this.#members.get(key)?.toJson() ?? null);
    return made;
  }

  open(): { members: Map<string, Node> | undefined; items: Node[] | undefined } {
    if (Array.isArray(this.#value)) this.#items ??= this.#value.map((item) => new Node(item));
    else if (isContainer(this.#value))
      this.#members ??= new Map(
        Object.entries(this.#value).map(([key, member]) => [key, new Node(member ?? null)]),
      );
    return { members: this.#members, items: this.#items };
  }
}

/**
 * Maximum number of operations that are traced. Longer patches are not traced, which affects only the order of names.
 */
const MAX_TRACED = 1_000;

/** True if a patch is short enough for `patchedText`. */
export const isTraceable = ({ operations }: JsonPatch): boolean => operations.length <= MAX_TRACED;

/**
 * The text that the reference's library produces from an object and a patch that was applied without error. Refusals
 * quote this text, and the reference's decoder reports errors in the order of its names.
 */
export function patchedText(object: JsonObject, operations: readonly (JsonObject | null)[]): string {
  let root = new Node(object);
  root.open();
  for (const operation of operations) root = apply(root, operation ?? {});
  return textOf(root.toJson());
}

/**
 * Writes a value. Scalars that have their original text are written with it, and the characters that HTML reserves
 * are escaped as by the library's encoder.
 */
function textOf(value: Json | undefined): string {
  if (value instanceof RawScalar) return escapeHtml(value.text);
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  if (!isContainer(value)) return stringify(value ?? null);
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return `{${names.map((name) => `${stringify(name)}:${textOf(value[name])}`).join(",")}}`;
}

/** Applies an operation and returns the new root. */
function apply(root: Node, operation: JsonObject): Node {
  const [op, path, from] = ["op", "path", "from"].map((name) => plainText(operation[name]));
  const value = new Node(operation.value ?? null);
  if (path === "" && op === "replace") {
    value.open();
    return value;
  }
  if (path === "" && op === "test") root.compare(value);
  else act(root, String(op), { path: String(path), from: String(from), value });
  return root;
}

const plainText = (member: Json | undefined): Json | undefined =>
  member instanceof RawScalar ? String(member.value) : member;

interface Act {
  readonly path: string;
  readonly from: string;
  readonly value: Node;
}

function act(root: Node, op: string, { path, from, value }: Act): void {
  const target = (): Place => placeOf(root, path);
  const source = (): Place => placeOf(root, from);
  if (op === "add") addAt(target(), value);
  else if (op === "remove") removeAt(target());
  else if (op === "replace") replaceAt(target(), value);
  else if (op === "test") target().node.get(target().key)?.compare(value);
  else if (op === "move") {
    const { node, key } = source();
    const moved = node.get(key) ?? new Node(null);
    node.remove(key);
    addAt(target(), moved);
  } else if (op === "copy") {
    const { node, key } = source();
    const copied = node.get(key);
    const place = target();
    addAt(place, new Node(copied?.toJson() ?? null));
  }
}

interface Place {
  readonly node: Node;
  readonly key: string;
}

const addAt = ({ node, key }: Place, added: Node): void => node.add(key, added);
const removeAt = ({ node, key }: Place): void => node.remove(key);
const replaceAt = ({ node, key }: Place, value: Node): void => node.set(key, value);

/** Resolves a pointer. Every container on the path is opened. */
function placeOf(root: Node, pointer: string): Place {
  const tokens = pointer.split("/").slice(1).map(unescapeToken);
  const key = tokens.pop() ?? "";
  let node = root;
  for (const token of tokens) {
    node = node.get(token) ?? new Node({});
    node.open();
  }
  return { node, key };
}
