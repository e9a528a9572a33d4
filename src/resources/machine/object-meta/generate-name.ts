const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const SUFFIX_LENGTH = 5;
const MAX_PREFIX_LENGTH = 63 - SUFFIX_LENGTH;

/**
 * The name that the server picks for `metadata.generateName`: what fits of the prefix and five characters of an
 * alphabet that spells no words and has no digits that look like letters. `random`: from 0 to below 1.
 */
export function generateName(prefix: string, random: () => number): string {
  let name = prefix.slice(0, MAX_PREFIX_LENGTH);
  for (let i = 0; i < SUFFIX_LENGTH; i++) name += ALPHABET.charAt(Math.floor(random() * ALPHABET.length));
  return name;
}
