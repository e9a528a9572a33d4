import { withAllKeysSorted } from "../api/object/key-order.ts";
import { MAX_VALUES, TooManyValuesError } from "../json/count-values.ts";
import { setKey } from "../json/object.ts";
import type { Json, JsonObject } from "../json/value.ts";
import { followed, goSyntax, isUnsigned, scalarSyntax } from "./go-syntax.ts";
import { keyText } from "./key-text.ts";
import {
  type AliasNode,
  type ListNode,
  type MapNode,
  parseYamlText,
  type ScalarNode,
  type YamlNode,
} from "./parse/parse-yaml.ts";
import { type GoScalar, goScalar, isMergeKey, scalarValue } from "./scalar-value.ts";
import { YamlError } from "./yaml-error.ts";

/** The value of a YAML document. */
export interface ReadYaml {
  readonly value: Json;
  /** Repeated keys as `line 4: key "a" already set in map`, in the order of the text, at most `MAX_DUPLICATES`. */
  readonly duplicates: readonly string[];
}

const MAX_DUPLICATES = 100;

/**
 * Reads the first document of a text as JSON, as Go does (YAMLToJSON of sigs.k8s.io/yaml): YAML 1.1, keys of any
 * scalar type, merges, and the last value of repeated keys. Takes time linear in the text, with Go's limit for
 * aliases. Throws YamlError, and TooManyValuesError if there are more than `most` values and keys.
 */
export function readYaml(text: string, most: number = 2 * MAX_VALUES): ReadYaml {
  const plain = text.replace(/^\ufeff/, "");
  if (FORBIDDEN.test(plain)) throw new YamlError("yaml: control characters are not allowed");
  const node = parseYamlText(plain);
  return node === undefined ? { value: null, duplicates: [] } : new Reader(most).read(node);
}

/** Characters that YAML 1.1 forbids in a stream. */
const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\u00a0-\ufffd]/;

/** Returns the value only, without reports of repeated keys. Throws YamlError. */
export const parseYaml = (text: string): Json => readYaml(text).value;

class Reader {
  /** Aliases that are currently resolved. An alias that occurs inside itself is refused. */
  readonly #open = new Set<AliasNode>();
  readonly #duplicates: string[] = [];
  /** Objects that have members whose keys JSON cannot represent, with the last such member of each. */
  readonly #nameless = new Map<Json, readonly [key: GoScalar, value: YamlNode]>();
  /** Keys that are not strings, by their object. */
  readonly #otherKeys = new Map<object, Set<GoScalar>>();
  /** True if there is a number that JSON cannot represent. */
  #hasNoNumber = false;
  readonly #most: number;
  #decoded = 0;
  #aliased = 0;
  /** Number of characters that aliases have added. */
  #added = 0;

  constructor(most: number) {
    this.#most = most;
  }

  read(node: YamlNode): ReadYaml {
    const value = this.#valueOf(node);
    if (this.#nameless.size > 0) this.#refuseNameless(value);
    const sorted = withAllKeysSorted(value);
    if (this.#hasNoNumber) refuseNoNumber(sorted);
    return { value: sorted, duplicates: this.#duplicates };
  }

  /**
   * Refuses keys that JSON cannot represent. This follows decoding, because Go converts keys after it has decoded the
   * whole text, when values of repeated keys have already been replaced.
   */
  #refuseNameless(value: Json): void {
    if (typeof value !== "object" || value === null) return;
    const member = this.#nameless.get(value);
    if (member !== undefined) throw new YamlError(namelessProblem(...member));
    for (const inner of Object.values(value)) this.#refuseNameless(inner ?? null);
  }

  #valueOf(node: YamlNode): Json {
    this.#count();
    switch (node.kind) {
      case "alias":
        return this.#behind(node, (meant) => this.#valueOf(meant));
      case "scalar":
        return this.#scalarOf(node);
      case "map":
        return this.#mapOf(node);
      case "list":
        return this.#listOf(node);
    }
  }

  #behind<T>(alias: AliasNode, read: (node: YamlNode) => T): T {
    if (this.#open.has(alias)) throw new YamlError(`yaml: anchor '${alias.name}' value contains itself`);
    this.#open.add(alias);
    const value = read(alias.node);
    this.#open.delete(alias);
    return value;
  }

  /** Applies Go's protection from texts that grow by aliases (allowedAliasRatio of go.yaml.in/yaml/v2). */
  #count(): void {
    this.#decoded++;
    // The limit counts keys as well as values.
    if (this.#decoded > this.#most) throw new TooManyValuesError();
    if (this.#open.size > 0) this.#aliased++;
    const tooMany = this.#aliased > 100 && this.#decoded > 1000;
    if (tooMany && this.#aliased / this.#decoded > allowedRatio(this.#decoded))
      throw new YamlError("yaml: document contains excessive aliasing");
  }

  #scalarOf(node: ScalarNode): Json {
    if (this.#open.size > 0) this.#added += node.value.length;
    if (this.#added > MAX_ADDED) throw new YamlError("yaml: document contains excessive aliasing");
    const value = scalarValue(node);
    if (typeof value === "number" && !Number.isFinite(value)) this.#hasNoNumber = true;
    return value;
  }

  #listOf({ items }: ListNode): Json[] {
    return items.map((item) => this.#valueOf(item));
  }

  #mapOf({ members }: MapNode): JsonObject {
    const object: JsonObject = {};
    for (const [key, value] of members) this.#member(object, key, value);
    return object;
  }

  #member(object: JsonObject, key: YamlNode, value: YamlNode): void {
    if (key.kind === "scalar" && isMergeKey(key)) {
      this.#merge(object, value);
      return;
    }
    const found = followed(key);
    if (found.kind !== "scalar") {
      this.#valueOf(key);
      throw new YamlError(`yaml: invalid map key: ${goSyntax(key)}`);
    }
    this.#count();
    const name = this.#scalarOf(found);
    const member = this.#valueOf(value);
    if (typeof name === "string") this.#set(object, name, value, member);
    else this.#setOther(object, goScalar(found), value, member);
  }

  #set(object: JsonObject, name: string, at: YamlNode, value: Json): void {
    if (Object.hasOwn(object, name)) this.#noteDuplicate(name, at);
    setKey(object, name, value);
  }

  /** Sets a member whose key is not a string. */
  #setOther(object: JsonObject, key: GoScalar, at: YamlNode, value: Json): void {
    const keys = this.#otherKeys.get(object) ?? new Set<GoScalar>();
    if (keys.has(key)) this.#noteDuplicate(key, at);
    this.#otherKeys.set(object, keys.add(key));
    if (key === null || isUnsigned(key)) this.#nameless.set(object, [key, at]);
    else setKey(object, keyText(key), value);
  }

  #noteDuplicate(key: GoScalar, { line }: YamlNode): void {
    if (this.#duplicates.length >= MAX_DUPLICATES) return;
    this.#duplicates.push(`line ${line + 1}: key ${syntaxOrNil(scalarSyntax(key))} already set in map`);
  }

  /** Merges the members of a map, or of a list of maps. The first map of a list takes precedence. */
  #merge(object: JsonObject, value: YamlNode): void {
    const node = followed(value);
    if (node.kind === "map") this.#mergeMap(object, value);
    else if (node.kind === "list") for (const item of [...node.items].reverse()) this.#mergeMap(object, item);
    else throw new YamlError(NO_MERGE);
  }

  #mergeMap(object: JsonObject, node: YamlNode): void {
    if (node.kind === "alias") this.#behind(node, (meant) => this.#mergeMap(object, meant));
    else if (node.kind !== "map") throw new YamlError(NO_MERGE);
    else for (const [key, value] of node.members) this.#member(object, key, value);
  }
}

function namelessProblem(key: GoScalar, value: YamlNode): string {
  const type = key === null ? "%!s(<nil>)" : "uint64";
  return `unsupported map key of type: ${type}, key: ${syntaxOrNil(scalarSyntax(key))}, value: ${syntaxOrNil(goSyntax(value))}`;
}

/** A nil that is the whole value is printed without a type. */
const syntaxOrNil = (syntax: string): string => (syntax === "interface {}(nil)" ? "<nil>" : syntax);

/** Refuses NaN and infinities in the order of encoding/json, which writes maps sorted by key. */
function refuseNoNumber(value: Json): void {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new YamlError(`json: unsupported value: ${scalarSyntax(value)}`);
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) refuseNoNumber(member ?? null);
}

const NO_MERGE = "yaml: map merge requires map or sequence of maps as the value";
/**
 * Maximum number of characters that aliases may add. Go counts only nodes, so one long text with many aliases could
 * grow without limit there.
 */
const MAX_ADDED = 16 << 20;
const RATIO_LOW = 400_000;
const RATIO_HIGH = 4_000_000;

function allowedRatio(decoded: number): number {
  if (decoded <= RATIO_LOW) return 0.99;
  if (decoded >= RATIO_HIGH) return 0.1;
  return 0.99 - 0.89 * ((decoded - RATIO_LOW) / (RATIO_HIGH - RATIO_LOW));
}
