import { unescapeName } from "../../cel/kubernetes/unescape-name.ts";
import { mapGet, mapSize } from "../../cel/values/containers.ts";
import {
  adapt,
  type CelError,
  CelSchemaMap,
  type MapValue,
  NO_OVERLOAD,
  type Value,
} from "../../cel/values/values.ts";
import { spend } from "../../cel/values/work.ts";
import { equal } from "../../json/equal.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { escapeName } from "./names.ts";
import { equalElements } from "./typed-list.ts";

/** Conversions of the members of a map, by name; undefined for a member that expressions cannot see. */
export interface Members {
  /** The members are fields: expressions use escaped names, and null fields are absent. */
  readonly areFields: boolean;
  show(name: string): ((value: Json) => Value) | undefined;
}

/** A map or an object with a schema (apiserver, pkg/cel/common/valuesunstructured.go, unstructuredMap). */
export class TypedMap extends CelSchemaMap {
  readonly #json: JsonObject;
  readonly #members: Members;
  #known: readonly string[] | undefined;
  /** Cache of converted members. */
  #shown: Map<string, Value> | undefined;

  constructor(json: JsonObject, members: Members) {
    super();
    this.#json = json;
    this.#members = members;
  }

  get size(): number {
    return this.#names().length;
  }

  find(key: Value): Value | undefined {
    if (typeof key !== "string") return NO_OVERLOAD;
    const name = this.#members.areFields ? unescapeName(key) : key;
    return name === undefined ? undefined : (this.#shown?.get(name) ?? this.#show(name));
  }

  #show(name: string): Value | undefined {
    const value = Object.hasOwn(this.#json, name) ? this.#json[name] : undefined;
    if (value === undefined || (value === null && this.#members.areFields)) return undefined;
    const show = this.#members.show(name);
    if (show === undefined || show === adapt) return show?.(value);
    const shown = show(value);
    this.#shown ??= new Map();
    this.#shown.set(name, shown);
    return shown;
  }

  keys(): readonly Value[] {
    const { areFields } = this.#members;
    return this.#names().map((name) => {
      if (this.#members.show(name) === undefined) return null;
      return areFields ? (escapeName(name) ?? name) : name;
    });
  }

  /**
   * Compares with another map. Members are searched by their names in JSON, so a member whose name is the
   * escaped form of another name is not compared.
   */
  equalsMap(other: MapValue): boolean | CelError {
    const names = this.#names();
    spend(20 + 5 * names.length);
    if (names.length !== mapSize(other)) return false;
    for (const name of names) {
      const isKnown = this.#members.show(name) !== undefined;
      const same = isKnown ? this.#sameMember(name, other) : this.#sameUnknown(name, other);
      if (same !== true) return same;
    }
    return true;
  }

  #sameMember(name: string, other: MapValue): boolean | CelError {
    const [own, theirs] = [this.find(name), mapGet(other, name)];
    if (own === undefined || theirs === undefined) return own === theirs;
    return equalElements(own, theirs);
  }

  #sameUnknown(name: string, other: MapValue): boolean | CelError {
    if (!(other instanceof TypedMap)) return NO_OVERLOAD;
    const json = other.#json;
    return !Object.hasOwn(json, name) || equal(this.#json[name], json[name]);
  }

  #names(): readonly string[] {
    this.#known ??= namesIn(this.#json);
    return this.#known;
  }
}

function namesIn(json: JsonObject): readonly string[] {
  const names = Object.keys(json).filter((name) => json[name] !== undefined);
  spend(names.length);
  return names;
}
