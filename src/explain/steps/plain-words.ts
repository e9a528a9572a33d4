import { LONGEST_MATCHED } from "../../report/bounded-text.ts";

/** Replaces the Go type names in an error with plain words. */
export function plainWords(told: string): string {
  return told
    .slice(0, LONGEST_MATCHED)
    .replace(
      /(?:couldn't get version\/kind; json parse error: )?json: cannot unmarshal (\S+)(?: (\S+))? into Go struct field \w*\.([\w.]+) of type (\S+)/g,
      (_, got: string, value: string | undefined, field: string, type: string) =>
        `${field.replace(/\.[A-Z]\w*/g, "")} is ${value ?? article(got)}, it must be ${value === undefined ? typeWords(type) : `a whole number (${type})`}`,
    )
    .replace(/couldn't get version\/kind; json parse error: /g, "")
    .replace(
      /json: cannot unmarshal (\S+) into Go value of type (struct \{[^}]*\}|[^;,]+)/g,
      (_, got: string, type: string) =>
        `it is ${article(got)}, not ${type === "jsonpatch.Patch" || type.startsWith("[]") ? "a list" : "an object"}`,
    )
    .replace(/\bv1(?:beta1)?\.(AdmissionReview|AdmissionResponse|Status)\b/g, "$1");
}

const article = (type: string): string => {
  if (type === "bool") return "a boolean";
  if (type === "array") return "a list";
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
};

const TYPES: Readonly<Record<string, string>> = {
  bool: "a boolean",
  uint8: "text in base64",
  string: "a text",
  "[]string": "a list of texts",
  int32: "a number",
  int64: "a number",
};

function typeWords(type: string): string {
  const known = TYPES[type];
  if (known !== undefined) return known;
  if (type.startsWith("[]")) return "a list";
  if (/(UID|Type|Reason)$/.test(type)) return "a text";
  return type.startsWith("map[") || type.includes(".") ? "an object" : type;
}
