/** Length limit for the name of a field manager, in bytes. */
const MAX_MANAGER_BYTES = 128;

/** Names that are kept as they are. */
const PLAIN = /^[ -~]{0,128}$/;
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/**
 * Returns the manager of a client that does not set a name: its User-Agent up to the first slash, only
 * printable characters, at most 128 bytes. Empty without a User-Agent; entries then have the name `unknown`.
 * `userAgent` is a header as Node provides it.
 */
export function managerName(userAgent: string | undefined): string {
  const [product = ""] = (userAgent ?? "").split("/", 1);
  if (PLAIN.test(product)) return product;
  let name = "";
  let size = 0;
  for (const character of Buffer.from(product, "latin1").toString().replace(UNPRINTABLE, "")) {
    size += Buffer.byteLength(character);
    if (size > MAX_MANAGER_BYTES) break;
    name += character;
  }
  return name;
}
