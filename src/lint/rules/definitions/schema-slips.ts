import { nearest } from "../../../explain/near.ts";
import { valueAt } from "../../../explain/sources.ts";
import { type Json, type JsonObject, record, text, texts } from "../../../json/value.ts";
import { badAnchor } from "../../definitions/anchors.ts";
import { isOpen, type SchemaPart, schemaParts } from "../../definitions/schema-parts.ts";
import { nameOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

/** A marker of a generator with quotes around the pattern, or the slashes of JavaScript, make such patterns. */
const unmatchablePattern: Rule = {
  id: "unmatchable-pattern",
  severity: "warning",
  summary: "A pattern of a schema matches no text, because of what stands before ^ or after $",
  check: (model) =>
    schemaParts(model).flatMap(({ of, path, schema }): Problem[] => {
      const pattern = text(schema.pattern);
      const bad = badAnchor(pattern);
      if (bad === undefined) return [];
      const message = `no text matches ${pattern}: ${bad.problem}`;
      return [{ of, path: [...path, "pattern"], message, fix: bad.fix }];
    }),
};

/** Keywords of JSON Schema, with the type whose values they are about. */
const KEYWORDS: Readonly<Record<string, string>> = {
  minLength: "string",
  maxLength: "string",
  pattern: "string",
  minItems: "array",
  maxItems: "array",
  uniqueItems: "array",
  minProperties: "object",
  maxProperties: "object",
  minimum: "number",
  maximum: "number",
  multipleOf: "number",
};

/** The keyword that bounds the values of a type. */
const BOUNDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  string: { min: "minLength", max: "maxLength" },
  array: { min: "minItems", max: "maxItems" },
  object: { min: "minProperties", max: "maxProperties" },
  number: { min: "minimum", max: "maximum" },
  integer: { min: "minimum", max: "maximum" },
};

const keywordWithoutEffect: Rule = {
  id: "keyword-without-effect",
  severity: "warning",
  summary:
    "A schema has a keyword that is not about values of its type, or an enum without values of its type",
  check: (model) => schemaParts(model).flatMap((part) => [...strangers(part), ...strangeValues(part)]),
};

function strangers({ of, path, schema }: SchemaPart): Problem[] {
  const type = text(schema.type);
  if (BOUNDS[type] === undefined) return [];
  const own = typeOf(schema);
  return Object.keys(schema).flatMap((keyword): Problem[] => {
    const about = KEYWORDS[keyword];
    if (about === undefined || about === own) return [];
    const meant = BOUNDS[type]?.[keyword.slice(0, 3)];
    const isThere = meant !== undefined && schema[meant] !== undefined;
    const isOfItems = type === "array" && typeOf(record(schema.items)) === about;
    const message = `${keyword} is about values of the type ${about}, and this one is of the type ${type}: it has no effect`;
    const fix =
      meant === undefined || isThere
        ? type === "array"
          ? "write it in items"
          : ""
        : isOfItems
          ? `write it in items, or ${meant} if the list itself is meant`
          : `write ${meant}`;
    return [{ of, path: [...path, keyword], message, fix }];
  });
}

/** The type of a schema as keywords see it. */
const typeOf = ({ type }: JsonObject): string => (type === "integer" ? "number" : text(type));

/** Values of an enum that no value of the type equals: numbers without quotes for a text, or in quotes for a number. */
function strangeValues({ of, path, schema }: SchemaPart): Problem[] {
  const fits = FITTING[text(schema.type)];
  const { enum: values } = schema;
  if (fits === undefined || !Array.isArray(values) || values.length === 0) return [];
  const strange = values.filter((value) => value !== null && !fits(value));
  if (strange.length === 0) return [];
  const message = `${strange.map((value) => JSON.stringify(value)).join(", ")} in enum ${strange.length === 1 ? "is" : "are"} not of the type ${text(schema.type)}: no value equals ${strange.length === 1 ? "it" : "them"}`;
  const fix = schema.type === "string" ? "write the values in quotes" : "write the values without quotes";
  return [{ of, path: [...path, "enum"], message, fix }];
}

const FITTING: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === "string",
  integer: (value) => typeof value === "number" || typeof value === "bigint",
  number: (value) => typeof value === "number" || typeof value === "bigint",
  boolean: (value) => typeof value === "boolean",
};

/** Unknown fields are pruned before the validation, so that they are always missing. */
const requiredUndeclared: Rule = {
  id: "required-undeclared",
  severity: "error",
  summary:
    "A schema requires a field that it does not declare, or the status: the server drops it, and refuses every object",
  check: (model) => [
    ...schemaParts(model).flatMap(requiredStatus),
    ...schemaParts(model).flatMap(({ of, path, schema }): Problem[] => {
      const properties = Object.keys(record(schema.properties));
      // The root has apiVersion, kind and metadata without a declaration.
      if (isOpen(schema) || properties.length === 0 || path.at(-1) === "openAPIV3Schema") return [];
      return texts(schema.required).flatMap((name, index): Problem[] => {
        if (properties.includes(name)) return [];
        const near = nearest(name, properties);
        const message = `${name} is required, and not among the properties: the server prunes it, and refuses every object (Required value)`;
        const fix = near === undefined ? `declare ${name} in properties` : `write ${near}`;
        return [{ of, path: [...path, "required", index], message, fix }];
      });
    }),
  ],
};

/** A create drops the status of a kind with the subresource status, before the validation. */
function requiredStatus({ of, path, schema, depth }: SchemaPart): Problem[] {
  const index = texts(schema.required).indexOf("status");
  const { subresources } = record(valueAt(of.object, path.slice(0, -2)));
  const { status } = record(schema.properties);
  if (depth > 0 || index < 0 || record(subresources).status === undefined) return [];
  if (record(status).default !== undefined) return [];
  const message =
    "status is required, and a create drops it, because only the subresource status writes it: the server refuses every new object (status: Required value)";
  return [{ of, path: [...path, "required", index], message, fix: "take status out of required" }];
}

/** Names of objects that always have content. */
const FREE: ReadonlySet<string> = new Set([
  ...["annotations", "config", "data", "extraArgs", "labels", "limits", "matchLabels", "metadata"],
  ...["nodeSelector", "options", "parameters", "requests", "settings", "values"],
]);

/** Names of lists whose entries are objects with fields of their own. */
const LISTS: ReadonlySet<string> = new Set([
  ...["containers", "env", "envFrom", "imagePullSecrets", "initContainers", "ports", "sidecars"],
  ...["tolerations", "volumeMounts", "volumes"],
]);

const emptyObject: Rule = {
  id: "empty-object",
  severity: "info",
  summary:
    "A schema declares no fields for an object that has some by its name: the server prunes all of them",
  check: (model) => {
    const told = new Set<string>();
    return schemaParts(model).flatMap(({ of, path, schema, name, depth }): Problem[] => {
      const isEmpty = schema.type === "object" && schema.properties === undefined && !isOpen(schema);
      const list = path.at(-1) === "items" ? String(path.at(-2)) : "";
      if (isEmpty && LISTS.has(list) && told.size < told.add(`${nameOf(of)} ${list}`).size) {
        const message = `the entries of ${list} declare no properties: the server prunes all that is written there`;
        return [{ of, path, message, fix: OPENED }];
      }
      // The server itself knows the metadata of the whole object. One of several places is enough.
      const isNew =
        isEmpty && FREE.has(name) && depth > 1 && told.size < told.add(`${nameOf(of)} ${name}`).size;
      if (!isNew) return [];
      const message = `${name} declares neither properties nor additionalProperties: the server prunes all that is written there`;
      const isGenerated = name === "metadata" && GENERATOR in record(record(of.object.metadata).annotations);
      const fix = isGenerated ? `${OPENED} (controller-gen: crd:generateEmbeddedObjectMeta=true)` : OPENED;
      return [{ of, path, message, fix }];
    });
  },
};

/** The annotation of definitions that controller-gen wrote. */
const GENERATOR = "controller-gen.kubebuilder.io/version";

const OPENED = "declare its fields, or x-kubernetes-preserve-unknown-fields: true";

/** Rules about the schemas of definitions. */
export const schemaRules: readonly Rule[] = [
  unmatchablePattern,
  keywordWithoutEffect,
  requiredUndeclared,
  emptyObject,
];
