/** Maximum number of characters of a webhook's text in an error, in the log and in an audit event. */
const MOST_SAID = 64 << 10;

/** Characters of an error that regular expressions see: the messages of webhooks may be long. */
export const LONGEST_MATCHED = 4_000;

/**
 * Shortens a text from another system: its beginning and the number of missing characters. The rest of the text can
 * then be freed.
 */
export function boundedText(text: string, most: number = MOST_SAID): string {
  if (text.length <= most) return text;
  // A slice would keep the whole text in memory.
  const begin = Buffer.from(text.slice(0, most)).toString();
  return `${begin}... (${text.length - most} more characters)`;
}
