/** Bytes that a field manager's name may have. */
export const MAX_MANAGER_BYTES = 128;

const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/**
 * The manager of a client that does not name itself: its User-Agent up to the first slash, printable characters only,
 * at most 128 bytes. Empty without one; entries say `unknown` then. `userAgent` is a header as Node gives it.
 */
export function managerName(userAgent: string | undefined): string {
  const [product = ""] = Buffer.from(userAgent ?? "", "latin1")
    .toString()
    .split("/", 1);
  let name = "";
  let size = 0;
  for (const character of product.replace(UNPRINTABLE, "")) {
    size += Buffer.byteLength(character);
    if (size > MAX_MANAGER_BYTES) break;
    name += character;
  }
  return name;
}
