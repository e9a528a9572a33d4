import { escapeToken } from "../../../src/json/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import type { FieldFact } from "../../../src/types/notation/notation.ts";
import type { Edit } from "../case.ts";
import type { Random } from "../random.ts";
import { fieldsOf, messageIn } from "./types.ts";
import type { Values } from "./values.ts";

const DEPTH = 2;
/** Fields that the server sets, and fields that are mostly the same for all kinds. */
const RARE = new Set([
  "status",
  "metadata",
  "managedFields",
  "name",
  "namespace",
  "uid",
  "resourceVersion",
  "selfLink",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
]);

/** Changes objects of one type at a random place. */
export class Editor {
  readonly #random: Random;
  readonly #values: Values;

  constructor(random: Random, values: Values) {
    this.#random = random;
    this.#values = values;
  }

  /** An edit of a random place in `object`, which has the type and is at `at`. */
  edit(object: Json | undefined, typeName: string, at = ""): Edit {
    const field = this.#field(typeName, object);
    if (field === undefined) return { at: `${at}/unknownField`, set: "x" };
    const found = isJsonObject(object) ? object[field.name] : undefined;
    const path = `${at}/${escapeToken(field.name)}`;
    if (found === undefined) return { at: path, set: this.#values.of(field.type, field.name, DEPTH) };
    return this.#change(found, field, path);
  }

  #field(typeName: string, object: Json | undefined): FieldFact | undefined {
    const fields = fieldsOf(typeName);
    if (fields.length === 0 || this.#random.chance(0.008)) return undefined;
    const present = isJsonObject(object) ? fields.filter(({ name }) => Object.hasOwn(object, name)) : [];
    for (let i = 0; ; i++) {
      const field = this.#random.pick(present.length > 0 && this.#random.chance(0.55) ? present : fields);
      if (i > 8 || !RARE.has(field.name) || this.#random.chance(0.12)) return field;
    }
  }

  #change(found: Json, field: FieldFact, path: string): Edit {
    const inner = messageIn(field.type);
    if (
      inner !== undefined &&
      isJsonObject(found) &&
      field.type.kind === "message" &&
      this.#random.chance(0.85)
    )
      return this.edit(found, inner, path);
    if (Array.isArray(found) && field.type.kind === "list" && this.#random.chance(0.9))
      return this.#changeList(found, field, path, inner);
    if (isJsonObject(found) && field.type.kind === "map" && this.#random.chance(0.7))
      return this.#changeMap(found, field, path);
    if (this.#random.chance(0.2)) return { at: path };
    return { at: path, set: this.#values.of(field.type, field.name, DEPTH) };
  }

  #changeList(list: readonly Json[], field: FieldFact, path: string, inner: string | undefined): Edit {
    const index = this.#random.int(0, Math.max(list.length - 1, 0));
    const at = `${path}/${index}`;
    if (list.length > 0 && inner !== undefined && this.#random.chance(0.7))
      return this.edit(list[index], inner, at);
    if (list.length > 0 && this.#random.chance(0.25)) return { at };
    if (field.type.kind !== "list") return { at };
    const item = this.#values.of(field.type.item, field.name, DEPTH);
    return { at: this.#random.chance(0.7) ? `${path}/-` : at, set: item };
  }

  #changeMap(map: JsonObject, field: FieldFact, path: string): Edit {
    const keys = Object.keys(map);
    if (field.type.kind !== "map" || keys.length === 0) return { at: path };
    const at = `${path}/${escapeToken(this.#random.pick(keys))}`;
    if (this.#random.chance(0.3)) return { at };
    return { at, set: this.#values.of(field.type.value, field.name, DEPTH) };
  }
}
