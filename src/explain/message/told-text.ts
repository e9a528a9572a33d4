/** Longest text that a page explains, in characters. */
export const MOST_TOLD = 1_000_000;

/** The end of a text that is too long, from the beginning of a line: a log has the newest lines there. */
export function endOf(text: string): string {
  if (text.length <= MOST_TOLD) return text;
  const end = text.slice(-MOST_TOLD);
  return end.slice(end.indexOf("\n") + 1);
}

/** Message to a reader about a text in which no error is found. */
export const NO_KNOWN_ERROR =
  "no known error of an API server is in it: give the whole text, such as: failed calling webhook …, admission webhook … denied the request, … is invalid, … is forbidden";
