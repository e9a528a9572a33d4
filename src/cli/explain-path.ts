/** `stream` has no end; a URL does not keep the others. */
const RESERVED: ReadonlySet<string> = new Set(["", ".", "..", "stream"]);

/** The path of a request's explanation, by its id or `last`; undefined: no request has this id. */
export const explainPath = (id: string): string | undefined =>
  RESERVED.has(id) ? undefined : `/explain/${encodeURIComponent(id)}`;
