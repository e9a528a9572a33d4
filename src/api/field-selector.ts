import { badRequest } from "./status.ts";

/** One term of a field selector: `spec.nodeName!=a`. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

const OPERATORS = ["!=", "==", "="] as const;

/**
 * The string form of a field selector, as in `?fieldSelector=metadata.name=a,status.phase!=Running`: all terms must
 * hold, and a bare `=` says nothing. In values `\`, `,` and `=` are written with a backslash before them. Throws a 400 StatusError with the
 * reference's text; whether a field can be selected by is for the caller to know.
 */
export function parseFieldSelector(text: string): FieldRequirement[] {
  return splitTerms(text)
    .sort()
    .filter((term) => term !== "")
    .map((term) => parseTerm(text, term))
    .filter(({ field, value }) => field !== "" || value !== "");
}

/**
 * The one value that the field must have; undefined: none is asked for (RequiresExactMatch in
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
