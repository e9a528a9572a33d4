import { LongBody } from "../../api/exchange/exchange.ts";
import { yamlParts } from "../../go-yaml/write-yaml.ts";
import { stringify } from "../../json/stringify.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { encodeValue } from "./encode-value.ts";
import type { Accepted } from "./negotiate.ts";

/** Chunk size in bytes: built at once, and the amount that is buffered for a slow client. */
const CHUNK = 64 << 10;
/**
 * Chunk size in bytes if parts are only joined: each chunk costs some turns of promises, a frame and a system
 * call.
 */
export const JOINED_CHUNK = 256 << 10;
/** Length in bytes from which bodies are built while the client reads them. */
const LONG = 256 << 10;

type Form = Pick<Accepted, "encoding" | "pretty">;

/** Text of a list around its items. */
interface Frame {
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

/** An item as JSON on one line, in pieces. */
export class Pieces {
  readonly parts: readonly (string | Uint8Array)[];

  constructor(parts: readonly (string | Uint8Array)[]) {
    this.parts = parts;
  }
}

/**
 * Encodes a list item by item, with the result of `encodeValue`. `list` has no items yet (`{"items":[]}`),
 * `key` is their field. Items are values, or bytes or pieces for JSON on one line.
 */
export function* framedList(
  list: JsonObject,
  key: "items" | "rows",
  items: Iterable<Json | Uint8Array | Pieces>,
  accepted: Form,
): Generator<string | Uint8Array> {
  const empty = encodeValue(list, accepted);
  const frame = frameOf(empty, key, accepted);
  let none = true;
  for (const item of items) {
    yield none ? frame.before : frame.between;
    if (item instanceof Uint8Array) yield item;
    else if (item instanceof Pieces) yield* item.parts;
    else if (accepted.encoding === "yaml") yield* itemInYaml(item);
    else yield itemText(item, accepted);
    none = false;
  }
  yield none ? empty : frame.after;
}

function frameOf(empty: string, key: string, { encoding, pretty }: Form): Frame {
  if (encoding === "yaml") return split(empty, `${key}: []\n`, [`${key}:\n`, "", ""]);
  if (pretty) return split(empty, `"${key}": []`, [`"${key}": [\n`, ",\n", "\n  ]"]);
  return split(empty, `"${key}":[]`, [`"${key}":[`, ",", "]"]);
}

function split(empty: string, items: string, [open, between, close]: [string, string, string]): Frame {
  const at = empty.indexOf(items);
  return { before: empty.slice(0, at) + open, between, after: close + empty.slice(at + items.length) };
}

/** Encodes an item as an element of a list: in pretty JSON with the list's indentation. */
function itemText(item: Json, accepted: Form): string {
  if (!accepted.pretty) return stringify(item);
  return encodeValue({ k: [item] }, accepted).slice(PRETTY_HEAD, -PRETTY_TAIL);
}

function* itemInYaml(item: Json): Generator<string> {
  let head = "k:\n".length;
  for (const part of yamlParts({ k: [item] })) {
    yield part.slice(head);
    head = 0;
  }
}

const PRETTY_HEAD = '{\n  "k": [\n'.length;
const PRETTY_TAIL = "\n  ]\n}".length;

/** Returns the whole body if it is short, and otherwise a stream of pieces of `chunk` bytes or a little more. */
export function bodyOf(parts: Iterable<string | Uint8Array>, chunk = CHUNK): Uint8Array | LongBody {
  const chunks = inChunks(parts, chunk);
  const made: Uint8Array[] = [];
  let length = 0;
  for (let next = chunks.next(); next.done !== true; next = chunks.next()) {
    made.push(next.value);
    length += next.value.byteLength;
    if (length >= LONG) return new LongBody(onwards(made, chunks));
  }
  const [only] = made;
  return only !== undefined && made.length === 1 ? only : Buffer.concat(made);
}

function* onwards(made: readonly Uint8Array[], rest: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield* made;
  yield* rest;
}

function* inChunks(parts: Iterable<string | Uint8Array>, chunk: number): Generator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for (const bytes of inBytes(parts)) {
    waiting.push(bytes);
    length += bytes.byteLength;
    if (length < chunk) continue;
    yield Buffer.concat(waiting, length);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting, length);
}

/** Encodes consecutive texts together, because most of them are short. */
function* inBytes(parts: Iterable<string | Uint8Array>): Generator<Uint8Array> {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") text += part;
    if (text !== "" && (typeof part !== "string" || text.length >= CHUNK)) {
      yield Buffer.from(text);
      text = "";
    }
    if (typeof part !== "string") yield part;
  }
  if (text !== "") yield Buffer.from(text);
}
