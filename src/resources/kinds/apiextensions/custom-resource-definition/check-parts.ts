import { type FieldError, invalid, required } from "../../../../api/validation/field-error.ts";
import { dns1035LabelProblems } from "../../../../api/validation/name-format.ts";
import type { DefinitionNames, PrinterColumn, Subresources } from "../../../custom/definition-types.ts";

/** Checks the syntax of names; absent names are accepted here. `path`: `spec.names` or `status.acceptedNames`. */
export function checkNames(names: DefinitionNames, path: string): FieldError[] {
  const { plural, singular = "", kind, listKind = "", shortNames = [], categories = [] } = names;
  return [
    ...checkLabel(plural, plural, `${path}.plural`),
    ...checkLabel(singular, singular, `${path}.singular`),
    ...checkLabel(kind, kind.toLowerCase(), `${path}.kind`, MIXED_CASE),
    ...checkLabel(listKind, listKind.toLowerCase(), `${path}.listKind`, MIXED_CASE),
    ...shortNames.flatMap((name, i) => checkListed(name, `${path}.shortNames[${i}]`)),
    ...(kind !== "" && kind === listKind
      ? [invalid(`${path}.listKind`, listKind, "kind and listKind may not be the same")]
      : []),
    ...categories.flatMap((name, i) => checkListed(name, `${path}.categories[${i}]`)),
  ];
}

const MIXED_CASE = "may have mixed case, but should otherwise match: ";

const checkLabel = (value: string, text: string, path: string, prefix = ""): FieldError[] =>
  value === "" ? [] : checkListed(value, path, text, prefix);

function checkListed(value: string, path: string, text = value, prefix = ""): FieldError[] {
  const problems = dns1035LabelProblems(text);
  return problems.length === 0 ? [] : [invalid(path, value, prefix + problems.join(","))];
}

/** Checks the paths of subresources: replicas must be below spec and status. */
export function checkSubresources(subresources: Subresources | undefined, path: string): FieldError[] {
  const scale = subresources?.scale;
  if (scale === undefined) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = "" } = scale;
  const at = `${path}.scale`;
  return [
    ...checkScalePath(specReplicasPath, `${at}.specReplicasPath`, [".spec."], ".spec"),
    ...checkScalePath(statusReplicasPath, `${at}.statusReplicasPath`, [".status."], ".status"),
    ...(labelSelectorPath === ""
      ? []
      : checkScalePath(
          labelSelectorPath,
          `${at}.labelSelectorPath`,
          [".spec.", ".status."],
          "either .spec or .status",
        )),
  ];
}

function checkScalePath(path: string, at: string, prefixes: readonly string[], under: string): FieldError[] {
  if (path === "") return [required(at)];
  const errors = checkSimplePath(path, at);
  if (errors.length > 0 || prefixes.some((prefix) => path.startsWith(prefix))) return errors;
  return [invalid(at, path, `should be a json path under ${under}`)];
}

const checkSimplePath = (path: string, at: string): FieldError[] =>
  path.startsWith(".") ? [] : [invalid(at, path, "must be a simple json path starting with .")];

const COLUMN_TYPES: readonly string[] = ["boolean", "date", "integer", "number", "string"];
const COLUMN_FORMATS: readonly string[] = [
  "byte",
  "date",
  "date-time",
  "double",
  "float",
  "int32",
  "int64",
  "password",
];

/** Checks an additional column (ValidateCustomResourceColumnDefinition). */
export function checkColumn(
  { name, type, format = "", jsonPath }: PrinterColumn,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (name === "") errors.push(required(`${path}.name`));
  const types = `must be one of ${COLUMN_TYPES.join(",")}`;
  if (type === "") errors.push(required(`${path}.type`, types));
  else if (!COLUMN_TYPES.includes(type)) errors.push(invalid(`${path}.type`, type, types));
  if (format !== "" && !COLUMN_FORMATS.includes(format))
    errors.push(invalid(`${path}.format`, format, `must be one of ${COLUMN_FORMATS.join(",")}`));
  if (jsonPath === "") errors.push(required(`${path}.JSONPath`));
  else errors.push(...checkSimplePath(jsonPath, `${path}.JSONPath`));
  return errors;
}
