import { quote } from "../../../../go/quote.ts";
import { usableFormat } from "../../../../schema/formats/usable-format.ts";
import type { JsonSchema } from "../../../../schema/json-schema.ts";
import { schemasIn, someSchema } from "../../../../schema/schemas-in.ts";
import type { Definition } from "../../../custom/definition-types.ts";
import { schemasOf, toInternalSpec } from "./internal-spec.ts";

/**
 * Returns warnings about unknown formats, which are not checked, and about sets of objects and of lists. On
 * update, only new ones cause a warning (apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go).
 */
export function schemaWarnings(definition: Definition, old: Definition | undefined): string[] {
  const known = new Set(old === undefined ? [] : warningsOf(old));
  return warningsOf(definition).filter((warning) => !known.has(warning));
}

function warningsOf({ spec }: Definition): string[] {
  const schemas = schemasOf(toInternalSpec(spec));
  return [
    ...schemas.flatMap(unknownFormats).map((format) => `unrecognized format ${quote(format)}`),
    ...[...new Set(schemas.flatMap(typesInSets))].sort().map(setWarning),
  ];
}

function unknownFormats(root: JsonSchema): string[] {
  const formats: string[] = [];
  someSchema(root, ({ type, format }) => {
    if (format !== "" && !usableFormat(type, format)) formats.push(format);
    return false;
  });
  return formats;
}

/** Returns the types of the items of sets, if they are not scalar. */
const typesInSets = (root: JsonSchema): string[] =>
  [...schemasIn(root)].flatMap(({ listType, items }) => {
    const type = listType === "set" ? items?.schema?.type : undefined;
    return type === "object" || type === "array" ? [type] : [];
  });

const setWarning = (type: string): string =>
  `x-kubernetes-list-type: set for items of type ${quote(type)} is not supported by server-side apply or CEL validation rules`;
