const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const TYPE = new RegExp(`^${TOKEN}(/${TOKEN})?$`);
const PARAMETER = new RegExp(`^\\s*;\\s*(${TOKEN})\\s*=\\s*(${TOKEN}|"(?:[^"\\\\]|\\\\.)*")`);

/** What Go's mime package says against a Content-Type, or undefined. */
export function mediaTypeProblem(contentType: string): string | undefined {
  const end = contentType.indexOf(";");
  const base = (end < 0 ? contentType : contentType.slice(0, end)).trim();
  if (base === "") return "mime: no media type";
  if (!TYPE.test(base)) return typeProblem(base);
  return end < 0 ? undefined : parametersProblem(contentType.slice(end));
}

function typeProblem(base: string): string {
  const token = new RegExp(`^${TOKEN}`).exec(base)?.[0];
  if (token === undefined) return "mime: no media type";
  const rest = base.slice(token.length);
  if (!rest.startsWith("/")) return "mime: expected slash after first token";
  return new RegExp(`^/${TOKEN}`).test(rest)
    ? "mime: unexpected content after media subtype"
    : "mime: expected token after slash";
}

function parametersProblem(text: string): string | undefined {
  const seen = new Set<string>();
  for (let rest = text; rest.trim() !== "" && rest.trim() !== ";"; ) {
    const match = PARAMETER.exec(rest);
    const key = match?.[1]?.toLowerCase();
    if (match === null || key === undefined) return "mime: invalid media parameter";
    if (seen.has(key)) return "mime: duplicate parameter name";
    seen.add(key);
    rest = rest.slice(match[0].length);
  }
  return undefined;
}
