/** A media type in lower case without its parameters, or the error text of Go's `mime` package. */
export type MediaType =
  | { readonly kind: "type"; readonly type: string }
  | { readonly kind: "error"; readonly message: string };

const TOKEN = /^[!#$%&'*+\-.0-9A-Z^_`a-z|~]+/;

/** Reads a `Content-Type` as the reference does; a parameter that cannot be read makes all of it unreadable. */
export function parseMediaType(header: string): MediaType {
  const semicolon = header.indexOf(";");
  const type = (semicolon < 0 ? header : header.slice(0, semicolon)).trim().toLowerCase();
  const problem = checkType(type) ?? (semicolon < 0 ? undefined : checkParameters(header.slice(semicolon)));
  return problem === undefined ? { kind: "type", type } : { kind: "error", message: `mime: ${problem}` };
}

function checkType(type: string): string | undefined {
  const major = TOKEN.exec(type)?.[0];
  if (major === undefined) return "no media type";
  if (major.length === type.length) return undefined;
  if (type[major.length] !== "/") return "expected slash after first token";
  const rest = type.slice(major.length + 1);
  const minor = TOKEN.exec(rest)?.[0];
  if (minor === undefined) return "expected token after slash";
  return minor.length === rest.length ? undefined : "unexpected content after media subtype";
}

const PARAMETER =
  /^\s*;\s*([!#$%&'*+\-.0-9A-Z^_`a-z|~]+)\s*=\s*(?:"((?:[^"\\\r\n]|\\[^\r\n])*)"|([!#$%&'*+\-.0-9A-Z^_`a-z|~]+))/;

function checkParameters(text: string): string | undefined {
  const seen = new Map<string, string>();
  let rest = text;
  for (;;) {
    rest = rest.trimStart();
    if (rest === "") return undefined;
    const match = PARAMETER.exec(rest);
    // A semicolon at the end is allowed.
    if (match === null) return rest.trim() === ";" ? undefined : "invalid media parameter";
    const name = (match[1] ?? "").toLowerCase();
    const value = match[2] ?? match[3] ?? "";
    if (seen.has(name) && seen.get(name) !== value) return "duplicate parameter name";
    seen.set(name, value);
    rest = rest.slice(match[0].length);
  }
}
