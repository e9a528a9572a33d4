import { aesGcm } from "./aes.ts";
import { byPrefix } from "./by-prefix.ts";
import { createEncoding, type Encoding } from "./encoding.ts";
import { IDENTITY, type Prefixed } from "./transformer.ts";

/**
 * For tests: all values are encrypted with the first of these keys; values with the other keys, and
 * unencrypted ones, can be read.
 */
export function scratchEncoding(...keys: readonly string[]): Encoding {
  const providers = keys.map(
    (name): Prefixed => ({
      prefix: `k8s:enc:aesgcm:v1:${name}:`,
      transformer: aesGcm(Buffer.alloc(32, name)),
    }),
  );
  const transformer = byPrefix(
    [...providers, { prefix: "", transformer: IDENTITY }],
    "no matching prefix found",
  );
  const serialization = {
    read(): never {
      throw new Error("it is no JSON");
    },
  };
  return createEncoding({ serialization, transformerOf: () => transformer });
}
