import type { Json, JsonObject } from "../../api/json.ts";
import { MAX_VALUES, TooManyValuesError } from "../count-values.ts";
import { withAllKeysSorted } from "../key-order.ts";
import { setKey } from "../object.ts";
import { followed, goSyntax, isUnsigned, scalarSyntax } from "./go-syntax.ts";
import { keyText } from "./key-text.ts";
import type { AliasNode, ListNode, MapNode, ScalarNode, YamlNode } from "./parse/parse-yaml.ts";
import { parseYamlText } from "./parse/parse-yaml.ts";
import { type GoScalar, goScalar, isMergeKey, scalarValue } from "./scalar-value.ts";
import { YamlError } from "./yaml-error.ts";

export interface ReadYaml {
  readonly value: Json;
  /** `line 4: key "a" already set in map`, in the order of the text, at most `MAX_DUPLICATES`. */
  readonly duplicates: readonly string[];
}

const MAX_DUPLICATES = 100;

/**
 * The first document of a text as JSON, as Go reads it (YAMLToJSON of sigs.k8s.io/yaml): YAML 1.1, keys of any scalar,
 * merges, the last of repeated keys. In time linear in the text, with Go's limit for aliases. Throws YamlError, and
 * TooManyValuesError above `most` values (and keys).
 */
export function readYaml(text: string, most: number = 2 * MAX_VALUES): ReadYaml {
  const plain = text.replace(/^\ufeff/, "");
  if (FORBIDDEN.test(plain)) throw new YamlError("yaml: control characters are not allowed");
  const node = parseYamlText(plain);
  return node === undefined ? { value: null, duplicates: [] } : new Reader(most).read(node);
}

/** Everything but what YAML 1.1 allows in a stream. */
const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\u00a0-\ufffd]/;

/** The value alone, without complaints about repeated keys. Throws YamlError. */
export const parseYaml = (text: string): Json => readYaml(text).value;

class Reader {
  /** Aliases that are being followed. */
  readonly #open = new Set<AliasNode>();
  readonly #duplicates: string[] = [];
  /** Objects with members whose keys JSON cannot have, and the last one. */
  readonly #nameless = new Map<Json, readonly [key: GoScalar, value: YamlNode]>();
  /** Keys that are no texts. */
  readonly #otherKeys = new Map<object, Set<GoScalar>>();
  /** There is a number that JSON does not have. */
  #hasNoNumber = false;
  readonly #most: number;
  #decoded = 0;
  #aliased = 0;
  /** Characters that aliases have added. */
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

  /** Go reads all of the text before it asks for the names of members: those that were given again are gone by then. */
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

  /** Go's protection from texts that grow by aliases (allowedAliasRatio of go.yaml.in/yaml/v2). */
  #count(): void {
    this.#decoded++;
    // Keys are counted as well.
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

  /** A key that is no text. */
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

  /** The members of a map, or of several: the first one of a list counts. */
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

/** Alone, a nil has no type. */
const syntaxOrNil = (syntax: string): string => (syntax === "interface {}(nil)" ? "<nil>" : syntax);

/** As encoding/json does, which writes maps by their sorted keys. */
function refuseNoNumber(value: Json): void {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new YamlError(`json: unsupported value: ${scalarSyntax(value)}`);
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) refuseNoNumber(member ?? null);
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
