/** Lists the first texts, and the number of the others: `a, b and 3 more`. */
export function fewOf(texts: readonly string[], most: number): string {
  const more = texts.length > most ? ` and ${texts.length - most} more` : "";
  return texts.slice(0, most).join(", ") + more;
}
