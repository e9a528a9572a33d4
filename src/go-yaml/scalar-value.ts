import { isBase64 } from "../go/base64.ts";
import { decodeUtf8 } from "../json/parse/string-literal.ts";
import type { Json } from "../json/value.ts";
import type { ScalarNode } from "./parse/parse-yaml.ts";
import { isInteger, isTimestamp, resolvePlain } from "./plain-scalar.ts";
import { YamlError } from "./yaml-error.ts";

/** A scalar with Go's types: a bigint is a 64-bit integer, a number is a float. */
export type GoScalar = string | number | bigint | boolean | null;

const TAG = "tag:yaml.org,2002:";
const MERGE = "<<";

/** Value of a scalar, including NaN and infinities (`scalar` in decode.go of go.yaml.in/yaml/v2). Throws YamlError. */
export function scalarValue({ value, plain, tag }: ScalarNode): Json {
  switch (tag) {
    case "":
      return plain ? resolvePlain(value) : value;
    case `${TAG}binary`:
      return binaryText(value);
    case `${TAG}int`:
    case `${TAG}float`:
    case `${TAG}bool`:
    case `${TAG}null`:
    case `${TAG}timestamp`:
      return taggedValue(value, tag.slice(TAG.length));
    default:
      return value;
  }
}

/** Value of a scalar with Go's types. Throws YamlError. */
export function goScalar(node: ScalarNode): GoScalar {
  const value = scalarValue(node) as GoScalar;
  if (typeof value !== "number" || node.tag === `${TAG}float`) return value;
  return isInteger(node.value, value) ? BigInt(value) : value;
}

/** True for the key `<<` without quotes, or with the tag `!` or that of merge keys. */
export const isMergeKey = ({ value, plain, tag }: ScalarNode): boolean =>
  value === MERGE && (plain || tag === `${TAG}merge` || tag === "!");

function binaryText(text: string): string {
  const base64 = text.replaceAll(/[\r\n]/g, "");
  if (!isBase64(base64)) throw new YamlError("yaml: !!binary value contains invalid base64 data");
  return decodeUtf8(Buffer.from(base64, "base64"));
}

function taggedValue(text: string, wanted: string): Json {
  const value = resolvePlain(text);
  const found = wanted === "timestamp" && isTimestamp(text) ? wanted : typeOf(value, text);
  if (found === wanted) return value;
  if (found === "int" && wanted === "float" && Number(value) < 2 ** 63) return Number(value);
  throw new YamlError(`yaml: cannot decode !!${found} \`${text}\` as a !!${wanted}`);
}

function typeOf(value: GoScalar, text: string): string {
  if (value === null) return "null";
  if (typeof value === "string") return value === MERGE ? "merge" : "str";
  if (typeof value === "boolean") return "bool";
  return typeof value === "bigint" || isInteger(text, value) ? "int" : "float";
}
