import type { Alias, Composer, CST, Document, LineCounter, Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import type { Json, JsonObject } from "../../api/json.ts";
import { MAX_VALUES, TooManyValuesError } from "../count-values.ts";
import { setKey } from "../object.ts";
import { yaml } from "../yaml.ts";
import { compareKeys } from "./key-order.ts";
import { resolvePlain } from "./plain-scalar.ts";

export interface ReadYaml {
  readonly value: Json;
  /** `line 4: key "a" already set in map`, in the order of the text, at most `MAX_DUPLICATES`. */
  readonly duplicates: readonly string[];
}

/** The text is refused: the message is Go's, with `yaml: ` where Go has it. */
export class YamlError extends Error {}

const MAX_DUPLICATES = 100;
const TOO_DEEP = "yaml: exceeded max depth of 10000";

/**
 * The first document of a text as JSON, as Go reads it (YAMLToJSON of sigs.k8s.io/yaml): YAML 1.1, keys of any scalar,
 * merges, the last of repeated keys. In time linear in the text, with Go's limit for aliases. Throws YamlError, and
 * TooManyValuesError.
 */
export function readYaml(text: string): ReadYaml {
  const lines = new (yaml().LineCounter)();
  try {
    const document = firstDocument(text, lines);
    if (document === undefined) return { value: null, duplicates: [] };
    return new Reader(document, lines).read();
  } catch (error) {
    // The library calls itself for every level of a text.
    if (error instanceof RangeError) throw new YamlError(TOO_DEEP);
    throw error;
  }
}

/** Everything but what YAML 1.1 allows in a stream; the mark of its byte order may stand at its beginning. */
const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\u00a0-\ufefe\uff00-\ufffd]/;

/** The value alone, without complaints about repeated keys. Throws YamlError. */
export const parseYaml = (text: string): Json => readYaml(text).value;

function firstDocument(text: string, lines: LineCounter): Document.Parsed | undefined {
  const { Composer } = yaml();
  if (FORBIDDEN.test(text.replace(/^\ufeff/, "")))
    throw new YamlError("yaml: control characters are not allowed");
  const composer: Composer = new Composer({ version: "1.1", schema: "failsafe", uniqueKeys: false });
  for (const document of composer.compose(tokensOf(text, lines))) {
    if (document.warnings.some(({ code }) => code === "BAD_DIRECTIVE"))
      throw new YamlError("yaml: found unknown directive name");
    const [error] = document.errors;
    if (error?.message.startsWith("Maximum call stack") === true) throw new YamlError(TOO_DEEP);
    if (error !== undefined) throw new YamlError(`yaml: ${syntaxText(error, lines)}`);
    return document as Document.Parsed;
  }
  return undefined;
}

/** Go's limit is 10,000; the library calls itself several times for every level. */
const MAX_DEPTH = 1_000;
const OPENS: ReadonlySet<string> = new Set(["[", "{"]);
const CLOSES: ReadonlySet<string> = new Set(["]", "}"]);
const BLOCKS: ReadonlySet<string> = new Set(["-", "?", ":"]);

/** As the library's parser, but for a limit of the depth: flow collections in one another, and blocks begun on one line. */
function* tokensOf(text: string, lines: LineCounter): Generator<CST.Token> {
  const { Lexer, Parser } = yaml();
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let flow = 0;
  let blocks = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (OPENS.has(lexeme)) flow++;
    else if (CLOSES.has(lexeme)) flow--;
    else if (BLOCKS.has(lexeme)) blocks++;
    else if (lexeme === "\n" || lexeme === "\r\n") blocks = 0;
    if (flow > MAX_DEPTH || (flow <= 0 && blocks > MAX_DEPTH)) throw new YamlError(TOO_DEEP);
    yield* parser.next(lexeme);
  }
  yield* parser.end();
}

/** The library's complaints in Go's words, where they are known. Go's parser counts lines from 0, its scanner from 1. */
const WORDS: readonly (readonly [library: RegExp, go: string, by: "parser" | "scanner"])[] = [
  [/^Nested mappings/, "mapping values are not allowed in this context", "scanner"],
  [/^Unexpected block-seq-ind/, "block sequence entries are not allowed in this context", "scanner"],
  [/^All mapping items must start/, "did not find expected key", "parser"],
  [/^Missing closing/, "found unexpected end of stream", "scanner"],
  [/flow|Expected /i, "did not find expected node content", "scanner"],
];

function syntaxText(
  { message, pos }: { message: string; pos: [number, number] },
  lines: LineCounter,
): string {
  const { line } = lines.linePos(pos[0]);
  if (message.startsWith("Tabs are not allowed"))
    return `line ${line}: found a tab character that violates indentation`;
  const [, text, by] = WORDS.find(([library]) => library.test(message)) ?? [/./, message, "scanner"];
  if (by === "parser") return line > 1 ? `line ${line - 1}: ${text}` : text;
  return line > 1 || text === message || text.startsWith("did not") ? `line ${line}: ${text}` : text;
}

class Reader {
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;
  readonly #anchors = new Map<string, Node>();
  readonly #open = new Set<string>();
  readonly #duplicates: string[] = [];
  #decoded = 0;
  #aliased = 0;
  /** Characters that aliases have added. */
  #added = 0;
  /** Aliases that are being followed. */
  #depth = 0;

  constructor(document: Document.Parsed, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  read(): ReadYaml {
    return { value: this.#valueOf(this.#document.contents), duplicates: this.#duplicates };
  }

  #valueOf(node: unknown): Json {
    this.#count();
    const { isAlias, isMap, isScalar, isSeq } = yaml();
    if (isAlias(node)) return this.#behind(node);
    if (isScalar(node)) return this.#noted(node, () => this.#scalarOf(node));
    if (isMap(node)) return this.#noted(node, () => this.#mapOf(node as YAMLMap));
    if (isSeq(node))
      return this.#noted(node, () => (node as YAMLSeq).items.map((item) => this.#valueOf(item)));
    return null;
  }

  /** An anchor is known from its node on, to everything behind it. */
  #noted(node: Scalar | YAMLMap | YAMLSeq, read: () => Json): Json {
    const { anchor } = node;
    if (anchor === undefined) return read();
    this.#anchors.set(anchor, node as Node);
    this.#open.add(anchor);
    const value = read();
    this.#open.delete(anchor);
    return value;
  }

  #behind({ source }: Alias): Json {
    const node = this.#anchors.get(source);
    if (node === undefined) throw new YamlError(`yaml: unknown anchor '${source}' referenced`);
    if (this.#open.has(source)) throw new YamlError(`yaml: anchor '${source}' value contains itself`);
    this.#depth++;
    const value = this.#valueOf(node);
    this.#depth--;
    return value;
  }

  /** Go's protection from texts that grow by aliases (allowedAliasRatio of go.yaml.in/yaml/v2). */
  #count(): void {
    this.#decoded++;
    // Keys are counted as well.
    if (this.#decoded > 2 * MAX_VALUES) throw new TooManyValuesError();
    if (this.#depth > 0) this.#aliased++;
    const tooMany = this.#aliased > 100 && this.#decoded > 1000;
    if (tooMany && this.#aliased / this.#decoded > allowedRatio(this.#decoded))
      throw new YamlError("yaml: document contains excessive aliasing");
  }

  #scalarOf(node: Scalar): Json {
    if (this.#depth > 0) this.#added += node.source?.length ?? 0;
    if (this.#added > MAX_ADDED) throw new YamlError("yaml: document contains excessive aliasing");
    return scalarValue(node);
  }

  #mapOf({ items }: YAMLMap): JsonObject {
    const object: JsonObject = {};
    for (const pair of items) this.#member(object, pair);
    return object;
  }

  #member(object: JsonObject, { key, value }: Pair): void {
    if (isMergeKey(key)) {
      this.#merge(object, value);
      return;
    }
    const { isAlias, isScalar } = yaml();
    const found = isAlias(key) ? this.#anchors.get(key.source) : key;
    if (!isScalar(found)) throw new YamlError(`yaml: invalid map key: ${goSyntax(this.#valueOf(key))}`);
    this.#count();
    if (found.anchor !== undefined) this.#anchors.set(found.anchor, found as Node);
    this.#set(object, this.#scalarOf(found), value, this.#valueOf(value));
  }

  #set(object: JsonObject, key: Json, at: unknown, value: Json): void {
    const name = keyText(key, value);
    if (Object.hasOwn(object, name)) this.#noteDuplicate(key, at);
    setKey(object, name, value);
  }

  #noteDuplicate(key: Json, at: unknown): void {
    if (this.#duplicates.length >= MAX_DUPLICATES) return;
    const start = (at as Node | null)?.range?.[0] ?? 0;
    const shown = typeof key === "string" ? JSON.stringify(key) : String(key);
    this.#duplicates.push(`line ${this.#lines.linePos(start).line}: key ${shown} already set in map`);
  }

  /** The members of a map, or of several: the first one of a list counts. */
  #merge(object: JsonObject, value: unknown): void {
    const { isAlias, isMap, isSeq } = yaml();
    const node = isAlias(value) ? this.#anchors.get(value.source) : value;
    if (node === undefined && isAlias(value))
      throw new YamlError(`yaml: unknown anchor '${value.source}' referenced`);
    if (isMap(node)) this.#mergeMap(object, value);
    else if (isSeq(node)) for (const item of [...node.items].reverse()) this.#mergeMap(object, item);
    else throw new YamlError(NO_MERGE);
  }

  #mergeMap(object: JsonObject, node: unknown): void {
    const { isAlias, isMap } = yaml();
    const followed = isAlias(node);
    const map = followed ? this.#anchors.get(node.source) : node;
    if (!isMap(map)) throw new YamlError(NO_MERGE);
    if (map.anchor !== undefined) this.#anchors.set(map.anchor, map as Node);
    if (followed) this.#depth++;
    for (const pair of map.items) this.#member(object, pair);
    if (followed) this.#depth--;
  }
}

const NO_MERGE = "yaml: map merge requires map or sequence of maps as the value";
/** Go counts nodes only, and writes what one long text and many aliases of it add to, however much that is. */
const MAX_ADDED = 16 << 20;
const RATIO_LOW = 400_000;
const RATIO_HIGH = 4_000_000;

function allowedRatio(decoded: number): number {
  if (decoded <= RATIO_LOW) return 0.99;
  if (decoded >= RATIO_HIGH) return 0.1;
  return 0.99 - 0.89 * ((decoded - RATIO_LOW) / (RATIO_HIGH - RATIO_LOW));
}

const isMergeKey = (key: unknown): boolean => {
  const { isScalar } = yaml();
  return isScalar(key) && key.source === "<<" && key.type === "PLAIN" && key.tag === undefined;
};

function scalarValue({ source = "", type, tag, value }: Scalar): Json {
  const text = type === "PLAIN" || typeof value !== "string" ? source : value;
  switch (tag) {
    case undefined:
      return type === "PLAIN" || type === undefined ? jsonValue(resolvePlain(text)) : text;
    case `${TAG}binary`:
      return Buffer.from(text, "base64").toString();
    case `${TAG}int`:
    case `${TAG}float`:
    case `${TAG}bool`:
    case `${TAG}null`:
      return taggedValue(text, tag.slice(TAG.length));
    default:
      return text;
  }
}

const TAG = "tag:yaml.org,2002:";

function taggedValue(text: string, wanted: string): Json {
  const value = jsonValue(resolvePlain(text));
  const found = typeOf(value);
  if (found === wanted || (found === "int" && wanted === "float")) return value;
  throw new YamlError(`yaml: cannot decode !!${found} \`${text}\` as a !!${wanted}`);
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  return Number.isInteger(Number(value)) ? "int" : "float";
}

function jsonValue(value: string | number | bigint | boolean | null): Json {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw new YamlError(
    `json: unsupported value: ${Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"}`,
  );
}

/** The name of a member: keys may be any scalar but null. */
function keyText(key: Json, value: Json): string {
  if (key !== null) return String(key);
  throw new YamlError(`unsupported map key of type: %!s(<nil>), key: <nil>, value: ${goNode(value)}`);
}

const goNode = (value: Json): string => (value === null ? "<nil>" : goSyntax(value));

/** Go's `%#v` of what is no scalar. */
function goSyntax(value: Json): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(", ")}}`;
  if (typeof value !== "object" || value === null)
    return value === null ? "interface {}(nil)" : JSON.stringify(value);
  const members = Object.keys(value)
    .sort(compareKeys)
    .map((key) => `${JSON.stringify(key)}:${goSyntax(value[key] ?? null)}`);
  return `map[interface {}]interface {}{${members.join(", ")}}`;
}
