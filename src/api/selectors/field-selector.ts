import { badRequest } from "../status.ts";

/** One term of a field selector: `spec.nodeName!=a`. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

const OPERATORS = ["!=", "==", "="] as const;

/**
 * Parses the string form of a field selector, as in `?fieldSelector=metadata.name=a,status.phase!=Running`. All terms
 * must hold, and a term `=` without field and value is ignored. In values, `\`, `,` and `=` are escaped with a
 * backslash. Throws a 400 StatusError with the reference's text. The caller checks if a field is selectable.
 */
export function parseFieldSelector(text: string): FieldRequirement[] {
  return splitTerms(text)
    .sort()
    .filter((term) => term !== "")
    .map((term) => parseTerm(text, term))
    .filter(({ field, value }) => field !== "" || value !== "");
}

/**
 * The single value that the selector requires of a field; undefined if it requires none (RequiresExactMatch in
 * k8s.io/apimachinery/pkg/fields/selector.go).
 */
export const requiredValue = (terms: readonly FieldRequirement[], wanted: string): string | undefined =>
  terms.find(({ field, operator }) => field === wanted && operator === "=")?.value;

function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") i += 1;
    else if (text[i] === ",") {
      terms.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...terms, text.slice(start)];
}

function parseTerm(whole: string, term: string): FieldRequirement {
  const at = term.search(/!=|=/);
  const operator = at < 0 ? undefined : OPERATORS.find((o) => term.startsWith(o, at));
  if (operator === undefined) throw badRequest(`invalid selector: '${whole}'; can't understand '${term}'`);
  return {
    field: term.slice(0, at),
    operator: operator === "!=" ? "!=" : "=",
    value: unescapeValue(term.slice(at + operator.length)),
  };
}

function unescapeValue(text: string): string {
  if (!/[\\,=]/.test(text)) return text;
  let out = "";
  const characters = [...text];
  for (let i = 0; i < characters.length; i++) {
    const c = characters[i] ?? "";
    if (c === "," || c === "=") {
      throw badRequest(`invalid field selector: unescaped character in value: ${c.codePointAt(0)}`);
    }
    if (c === "\\") {
      i += 1;
      out += escaped(characters[i]);
    } else out += c;
  }
  return out;
}

function escaped(c: string | undefined): string {
  if (c === "\\" || c === "," || c === "=") return c;
  throw badRequest(`invalid field selector: invalid escape sequence: \\${c ?? ""}`);
}
