import {
  type FieldError,
  forbiddenField,
  invalid,
  notSupportedText,
  required,
  TextLimit,
} from "../../../../../api/validation/field-error.ts";
import { repetitionsIn } from "../../../../../api/validation/repetitions.ts";
import type { JsonSchema } from "../../../../../schema/json-schema.ts";
import { orArrayForm } from "../go-form.ts";

/** Requirements that an update need not meet if the stored definition did not meet them. */
interface ListDemands {
  readonly atomicSets: boolean;
  readonly listKeys: boolean;
}

/** Checks x-kubernetes-map-type, x-kubernetes-list-type and x-kubernetes-list-map-keys of one schema. */
export function checkListTypes(schema: JsonSchema, path: string, demands: ListDemands): FieldError[] {
  return [
    ...checkMapType(schema, path),
    ...checkListType(schema, path, demands),
    ...checkKeysNeedMap(schema, path),
    ...(schema.listType === "map" ? checkMapList(schema, path) : []),
    ...(demands.listKeys ? checkListKeys(schema, path) : []),
  ];
}

function wrongType({ type }: JsonSchema, path: string, detail: string): FieldError {
  return type === "" ? required(`${path}.type`, detail) : invalid(`${path}.type`, type, detail);
}

function checkMapType(schema: JsonSchema, path: string): FieldError[] {
  const { mapType, type } = schema;
  if (mapType === undefined) return [];
  const errors =
    type === "object"
      ? []
      : [wrongType(schema, path, "must be object if x-kubernetes-map-type is specified")];
  const known = ["atomic", "granular"];
  if (!known.includes(mapType))
    errors.push(notSupportedText(`${path}.x-kubernetes-map-type`, mapType, known));
  return errors;
}

function checkListType(schema: JsonSchema, path: string, demands: ListDemands): FieldError[] {
  const { listType, type } = schema;
  if (listType === undefined) return [];
  const known = ["atomic", "set", "map"];
  const unknown = known.includes(listType)
    ? []
    : [notSupportedText(`${path}.x-kubernetes-list-type`, listType, known)];
  if (type !== "array")
    return [wrongType(schema, path, "must be array if x-kubernetes-list-type is specified"), ...unknown];
  return [...(demands.atomicSets ? checkSetItems(schema, path) : []), ...unknown];
}

/** Checks the items of a set. In an error about a map, the quoted value is the list type, as in the reference. */
function checkSetItems({ listType, items }: JsonSchema, path: string): FieldError[] {
  if (listType !== "set" || items?.schema === undefined) return [];
  const { type, listType: inner, mapType } = items.schema;
  const detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
  if (type === "array" && inner !== undefined && inner !== "atomic")
    return [invalid(`${path}.items.x-kubernetes-list-type`, inner, detail)];
  if (type === "object" && mapType !== "atomic")
    return [invalid(`${path}.items.x-kubernetes-map-type`, inner ?? null, detail)];
  return [];
}

function checkKeysNeedMap({ listMapKeys = [], listType }: JsonSchema, path: string): FieldError[] {
  if (listMapKeys.length === 0 || listType === "map") return [];
  const detail = "must be map if x-kubernetes-list-map-keys is non-empty";
  const at = `${path}.x-kubernetes-list-type`;
  return [listType === undefined ? required(at, detail) : invalid(at, listType, detail)];
}

function checkMapList(schema: JsonSchema, path: string): FieldError[] {
  const { listMapKeys = [], items } = schema;
  const errors: FieldError[] = [];
  if (listMapKeys.length === 0) {
    errors.push(
      required(`${path}.x-kubernetes-list-map-keys`, "must not be empty if x-kubernetes-list-type is map"),
    );
  }
  if (items === undefined) {
    errors.push(required(`${path}.items`, "must have a schema if x-kubernetes-list-type is map"));
  } else if (items.schema === undefined) {
    const detail = "must only have a single schema if x-kubernetes-list-type is map";
    errors.push(invalid(`${path}.items`, orArrayForm(items), detail));
  } else if (items.schema.type !== "object") {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    errors.push(invalid(`${path}.items.type`, items.schema.type, detail));
  } else errors.push(...checkKeys(listMapKeys, items.schema, path));
  return errors;
}

function checkKeys(keys: readonly string[], item: JsonSchema, path: string): FieldError[] {
  const at = `${path}.x-kubernetes-list-map-keys`;
  const repeated = repetitionsIn(keys);
  const limit = new TextLimit();
  return keys.flatMap((key, i) => {
    if (limit.isReached) return [];
    const errors: FieldError[] = [];
    const property = item.properties?.get(key);
    if (property === undefined)
      errors.push(invalid(at, keys, "entries must all be names of item properties"));
    else if (property.type === "array" || property.type === "object") {
      const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      errors.push(invalid(`${path}.items.properties[${key}].type`, item.type, detail));
    }
    if (repeated[i]) errors.push(invalid(at, keys, "must not contain duplicate entries"));
    for (const { field, message } of errors) limit.count(field + message);
    return errors;
  });
}

/** Elements of sets and maps must not be nullable, and their keys must be required or have a default. */
export function checkListKeys({ items, listType, listMapKeys = [] }: JsonSchema, path: string): FieldError[] {
  const item = items?.schema;
  if (item === undefined || (listType !== "set" && listType !== "map")) return [];
  const errors: FieldError[] = [];
  if (item.nullable) {
    errors.push(
      forbiddenField(
        `${path}.items.nullable`,
        `cannot be nullable when x-kubernetes-list-type is ${listType}`,
      ),
    );
  }
  return listType === "set"
    ? errors
    : [...errors, ...listMapKeys.flatMap((key) => checkKeyProperty(item, key, path))];
}

const IS_KEY = "this property is in x-kubernetes-list-map-keys, so it";

function checkKeyProperty(
  { properties, required: demanded = [] }: JsonSchema,
  key: string,
  path: string,
): FieldError[] {
  const property = properties?.get(key);
  if (property === undefined) return [];
  const at = `${path}.items.properties[${key}]`;
  const errors: FieldError[] = [];
  if (!demanded.includes(key) && property.default === undefined)
    errors.push(required(`${at}.default`, `${IS_KEY} must have a default or be a required property`));
  if (property.nullable) errors.push(forbiddenField(`${at}.nullable`, `${IS_KEY} cannot be nullable`));
  return errors;
}
