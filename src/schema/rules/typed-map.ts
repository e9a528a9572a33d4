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
import type { Work } from "../../cel/values/work.ts";
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

  size(work: Work): number {
    return this.#names(work).length;
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

  keys(work: Work): readonly Value[] {
    const { areFields } = this.#members;
    return this.#names(work).map((name) => {
      if (this.#members.show(name) === undefined) return null;
      return areFields ? (escapeName(name) ?? name) : name;
    });
  }

  /**
   * Compares with another map. Members are searched by their names in JSON, so a member whose name is the
   * escaped form of another name is not compared.
   */
  equalsMap(other: MapValue, work: Work): boolean | CelError {
    const names = this.#names(work);
    work.spend(20 + 5 * names.length);
    if (names.length !== mapSize(other, work)) return false;
    for (const name of names) {
      const isKnown = this.#members.show(name) !== undefined;
      const same = isKnown ? this.#sameMember(name, other, work) : this.#sameUnknown(name, other);
      if (same !== true) return same;
    }
    return true;
  }

  #sameMember(name: string, other: MapValue, work: Work): boolean | CelError {
    const [own, theirs] = [this.find(name), mapGet(other, name)];
    if (own === undefined || theirs === undefined) return own === theirs;
    return equalElements(own, theirs, work);
  }

  #sameUnknown(name: string, other: MapValue): boolean | CelError {
    if (!(other instanceof TypedMap)) return NO_OVERLOAD;
    const json = other.#json;
    return !Object.hasOwn(json, name) || equal(this.#json[name], json[name]);
  }

  #names(work: Work): readonly string[] {
    this.#known ??= namesIn(this.#json, work);
    return this.#known;
  }
}

function namesIn(json: JsonObject, work: Work): readonly string[] {
  const names = Object.keys(json).filter((name) => json[name] !== undefined);
  work.spend(names.length);
  return names;
}
