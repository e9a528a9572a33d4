/** So many characters of what a webhook said stand in an error, in the log and in an audit event. */
export const MOST_SAID = 64 << 10;

/** A text of somebody else, or its beginning and how long it is. What is cut off can be freed. */
export function boundedText(text: string, most: number = MOST_SAID): string {
  if (text.length <= most) return text;
  // A slice would hold the whole text in memory.
  const begin = Buffer.from(text.slice(0, most)).toString();
  return `${begin}... (${text.length - most} more characters)`;
}
