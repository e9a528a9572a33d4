import { setKey } from "../object.ts";
import { RawScalar } from "../raw-scalar.ts";
import { stringify } from "../stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../value.ts";
import { EarlierItems } from "./earlier-items.ts";
import { noteEarlierValue } from "./earlier-values.ts";
import { type NumberLiterals, noteLiteral } from "./number-literals.ts";
import { type OpenContainer, RepeatedKeys, segmentOf } from "./repeated-keys.ts";
import { MAX_DEPTH } from "./scan.ts";
import { decodeString } from "./string-literal.ts";
import { JsonSyntaxError, quoteByte } from "./syntax-error.ts";

interface CarefulResult {
  readonly value: Json;
  /** Paths of keys that occurred before in their object, in document order, each once, at most 100. */
  readonly duplicates: string[];
  /** Undefined if the text has neither unusual numbers nor earlier values (`earlierValuesOf`). */
  readonly literals: NumberLiterals | undefined;
}

interface CarefulOptions {
  /**
   * Scalars whose text differs from the text that the encoder would write become RawScalar inside the value. Default:
   * false.
   */
  readonly raw?: boolean;
  /**
   * An object that occurs twice under one key is merged into the first one, as Go does it for typed values. Default:
   * the last one replaces the first.
   */
  readonly mergeRepeated?: boolean;
  /** Called for each key with the open containers, the outermost first. */
  readonly onKey?: (stack: readonly OpenContainer[]) => void;
}

/** Maximum number of characters of a 64-bit integer, including its sign. */
const MAX_DIGITS = 20;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

/**
 * Parses JSON as Go's decoder does, with its error texts. It is slow and meant for texts that `JSON.parse` refuses or
 * cannot represent. The parser is a state machine with its own stack, so deep nesting uses no call stack.
 */
export function parseCarefully(bytes: Uint8Array, options: CarefulOptions = {}): CarefulResult {
  return new CarefulParser(bytes, options).parse();
}

class CarefulParser {
  readonly #bytes: Buffer;
  readonly #raw: boolean;
  readonly #mergesRepeated: boolean;
  readonly #onKey: CarefulOptions["onKey"];
  readonly #stack: OpenContainer[] = [];
  readonly #repeated: RepeatedKeys;
  readonly #earlier = new EarlierItems();
  readonly #literals: NumberLiterals = new Map();
  #hasEarlier = false;
  #at = 0;
  #root: Json = null;

  constructor(bytes: Uint8Array, options: CarefulOptions) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#raw = options.raw === true;
    this.#mergesRepeated = options.mergeRepeated === true;
    this.#onKey = options.onKey;
    this.#repeated = new RepeatedKeys(this.#stack);
  }

  parse(): CarefulResult {
    this.#beginValue();
    while (this.#stack.length > 0) this.#afterValue(this.#stack[this.#stack.length - 1]!);
    this.#skipSpace();
    if (this.#at < this.#bytes.length) this.#fail("after top-level value");
    const literals = this.#literals.size > 0 || this.#hasEarlier ? this.#literals : undefined;
    return { value: this.#root, duplicates: this.#repeated.paths, literals };
  }

  /** Reads a scalar, or opens containers until it has entered a container that is not empty or a value is complete. */
  #beginValue(): void {
    for (;;) {
      const c = this.#peek();
      if (c === 0x7b) {
        const before = this.#before();
        this.#open(isJsonObject(before) ? before : {});
        if (this.#closes(0x7d)) return;
        this.#readKey();
      } else if (c === 0x5b) {
        const before = this.#before();
        this.#open([], Array.isArray(before) ? this.#earlier.under(before) : undefined);
        if (this.#closes(0x5d)) return;
      } else {
        this.#readScalar(c);
        return;
      }
    }
  }

  /**
   * The earlier value at this place, which the new value is merged into. Undefined if there is none, or if values are
   * not merged.
   */
  #before(): Json | undefined {
    const frame = this.#stack[this.#stack.length - 1];
    if (!this.#mergesRepeated || frame === undefined) return undefined;
    const { container, key, earlier } = frame;
    if (Array.isArray(container)) return earlier?.[container.length];
    return Object.hasOwn(container, key) ? container[key] : undefined;
  }

  #open(container: Json[] | JsonObject, earlier?: Json[]): void {
    this.#place(container);
    this.#stack.push(earlier === undefined ? { container, key: "" } : { container, key: "", earlier });
    if (this.#stack.length > MAX_DEPTH) this.#fail("exceeded max depth");
    this.#at++;
  }

  #closes(closing: number): boolean {
    if (this.#peek() !== closing) return false;
    this.#at++;
    this.#close();
    return true;
  }

  #close(): void {
    const frame = this.#stack.pop();
    if (frame?.earlier === undefined || !Array.isArray(frame.container)) return;
    this.#earlier.keep(frame.container, frame.earlier);
  }

  #afterValue(frame: OpenContainer): void {
    const c = this.#peek();
    const isArray = Array.isArray(frame.container);
    if (c === (isArray ? 0x5d : 0x7d)) {
      this.#at++;
      this.#close();
      return;
    }
    if (c !== 0x2c) this.#fail(isArray ? "after array element" : "after object key:value pair");
    this.#at++;
    if (!isArray) this.#readKey();
    this.#beginValue();
  }

  #readKey(): void {
    if (this.#peek() !== 0x22) this.#fail("looking for beginning of object key string");
    const frame = this.#stack[this.#stack.length - 1]!;
    frame.key = this.#string();
    if (Object.hasOwn(frame.container, frame.key)) this.#repeated.note();
    this.#onKey?.(this.#stack);
    if (this.#peek() !== 0x3a) this.#fail("after object key");
    this.#at++;
  }

  #readScalar(c: number): void {
    if (c === 0x22) this.#placeString();
    else if (c === 0x2d || isDigit(c)) this.#placeNumber(this.#number());
    else if (c === 0x74) this.#place(this.#literal("true", true));
    else if (c === 0x66) this.#place(this.#literal("false", false));
    else if (c === 0x6e) this.#place(this.#literal("null", null));
    else this.#fail("looking for beginning of value");
  }

  #placeString(): void {
    const start = this.#at;
    const value = this.#string();
    const text = this.#raw ? this.#bytes.toString("utf8", start, this.#at) : "";
    this.#place(this.#raw && text !== stringify(value) ? rawJson(value, text) : value);
  }

  #placeNumber(text: string): void {
    const value = numberValue(text);
    const unusual = String(value) !== text && text !== "-0";
    this.#place(unusual && this.#raw ? rawJson(value, text) : value);
    const frame = this.#stack[this.#stack.length - 1];
    if (unusual && !this.#raw && frame) noteLiteral(this.#literals, frame.container, segmentOf(frame), text);
  }

  #place(value: Json): void {
    const frame = this.#stack[this.#stack.length - 1];
    if (frame === undefined) this.#root = value;
    else if (Array.isArray(frame.container)) frame.container.push(value ?? this.#before() ?? null);
    else this.#setKey(frame.container, frame.key, value);
  }

  #setKey(container: JsonObject, key: string, value: Json): void {
    if (this.#mergesRepeated && Object.hasOwn(container, key)) this.#noteEarlier(container, key, value);
    setKey(container, key, value);
  }

  #noteEarlier(container: JsonObject, key: string, value: Json): void {
    const before = container[key];
    if (before === undefined || before === value) return;
    noteEarlierValue(container, key, before);
    this.#hasEarlier = true;
  }

  #literal<T>(word: string, value: T): T {
    for (let i = 0; i < word.length; i++, this.#at++)
      if (this.#bytes[this.#at] !== word.charCodeAt(i))
        this.#fail(`in literal ${word} (expecting '${word[i]}')`);
    return value;
  }

  /** Returns the text between the quotes. Plain ASCII, the usual case, is copied without decoding. */
  #string(): string {
    const start = this.#at++;
    let seen = 0;
    for (;;) {
      this.#require();
      const c = this.#bytes[this.#at]!;
      if (c === 0x22) break;
      if (c < 0x20) this.#fail("in string literal");
      this.#at++;
      seen |= c;
      if (c !== 0x5c) continue;
      seen |= 0x80;
      this.#escape();
    }
    this.#at++;
    if (seen < 0x80) return this.#bytes.toString("latin1", start + 1, this.#at - 1);
    return decodeString(this.#bytes.subarray(start, this.#at));
  }

  #escape(): void {
    const c = this.#bytes[this.#at] ?? END;
    if (!ESCAPES.has(c)) this.#fail("in string escape code");
    this.#at++;
    if (c !== 0x75) return;
    for (let i = 0; i < 4; i++, this.#at++)
      if (!isHex(this.#bytes[this.#at] ?? END)) this.#fail("in \\u hexadecimal character escape");
  }

  #number(): string {
    const start = this.#at;
    if (this.#bytes[this.#at] === 0x2d) {
      this.#at++;
      this.#requireDigit("in numeric literal");
    }
    if (this.#bytes[this.#at] === 0x30) this.#at++;
    else this.#digits();
    if (this.#bytes[this.#at] === 0x2e) {
      this.#at++;
      this.#requireDigit("after decimal point in numeric literal");
      this.#digits();
    }
    if (((this.#bytes[this.#at] ?? 0) | 0x20) === 0x65) this.#exponent();
    return this.#bytes.toString("latin1", start, this.#at);
  }

  #exponent(): void {
    this.#at++;
    const sign = this.#bytes[this.#at];
    if (sign === 0x2b || sign === 0x2d) this.#at++;
    this.#requireDigit("in exponent of numeric literal");
    this.#digits();
  }

  #digits(): void {
    while (isDigit(this.#bytes[this.#at] ?? 0)) this.#at++;
  }

  #requireDigit(context: string): void {
    if (!isDigit(this.#bytes[this.#at] ?? END)) this.#fail(context);
  }

  #peek(): number {
    this.#skipSpace();
    this.#require();
    return this.#bytes[this.#at]!;
  }

  #skipSpace(): void {
    for (;;) {
      const c = this.#bytes[this.#at];
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return;
      this.#at++;
    }
  }

  #require(): void {
    if (this.#at >= this.#bytes.length)
      throw new JsonSyntaxError("unexpected end of JSON input", this.#bytes.length);
  }

  #fail(context: string): never {
    const byte = this.#bytes[this.#at] ?? END;
    throw new JsonSyntaxError(`invalid character ${quoteByte(byte)} ${context}`, this.#at + 1);
  }
}

/**
 * Byte that stands for the end of the input: Go's decoder reads a space after the last byte, and names it in the
 * error if a space is not allowed there.
 */
const END = 0x20;

const ESCAPES: ReadonlySet<number> = new Set([...'bfnrtu\\/"'].map((c) => c.charCodeAt(0)));

const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39;

const isHex = (c: number): boolean => isDigit(c) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x66);

/**
 * Converts a number as the reference represents untyped numbers: 64-bit integers exactly, all other numbers as a
 * double.
 */
function numberValue(text: string): number | bigint {
  const double = Number(text);
  if (text.length > MAX_DIGITS || /[.eE]/.test(text) || Number.isSafeInteger(double)) return double;
  const integer = BigInt(text);
  return integer >= MIN_INT64 && integer <= MAX_INT64 ? integer : double;
}

/** Used in raw mode only. Callers of raw mode know that a RawScalar can occur where the type is Json. */
function rawJson(value: string | number | bigint, text: string): Json {
  return new RawScalar(value, text) as unknown as Json;
}
