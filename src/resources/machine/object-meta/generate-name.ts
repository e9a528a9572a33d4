const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const SUFFIX_LENGTH = 5;
const MAX_PREFIX_LENGTH = 63 - SUFFIX_LENGTH;

/**
 * Returns a name for `metadata.generateName`: as much of the prefix as fits, and five characters of an
 * alphabet without vowels, which would form words, and without digits that look like letters. `random`: from
 * 0 to below 1.
 */
export function generateName(prefix: string, random: () => number): string {
  let name = prefix.slice(0, MAX_PREFIX_LENGTH);
  for (let i = 0; i < SUFFIX_LENGTH; i++) name += ALPHABET.charAt(Math.floor(random() * ALPHABET.length));
  return name;
}
