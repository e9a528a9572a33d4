import { aggregate } from "../../api/validation/field-error.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Prefixed, Transformer } from "./transformer.ts";

/**
 * Combines transformers: the first one writes; every one whose prefix a value has may read it
 * (apiserver/pkg/storage/value/transformer.go, prefixTransformers). `complaint`: error about a value that has
 * none of the prefixes.
 */
export function byPrefix(list: readonly Prefixed[], complaint: string): Transformer {
  const all = list.map(({ prefix, transformer }) => ({ prefix: Buffer.from(prefix), transformer }));
  const [first] = all;
  if (first === undefined) throw new Error("there is no transformer");
  const matching = (stored: Buffer) => all.filter(({ prefix }) => startsWith(stored, prefix));
  return {
    encrypt: (plain, key) => Buffer.concat([first.prefix, first.transformer.encrypt(plain, key)]),
    decrypt(stored, key) {
      const problems: string[] = [];
      for (const { prefix, transformer } of matching(stored)) {
        try {
          return transformer.decrypt(stored.subarray(prefix.length), key);
        } catch (error) {
          // A value that the identity transformer refuses may belong to the next one.
          if (prefix.length > 0) problems.push(messageOf(error));
        }
      }
      throw new Error(problems.length === 0 ? complaint : aggregate(problems));
    },
    formOf(stored) {
      const [found] = matching(stored);
      if (found === undefined) return "?";
      return found.prefix.toString() + found.transformer.formOf(stored.subarray(found.prefix.length));
    },
    prepare(stored) {
      const waits = matching(stored).flatMap(
        ({ prefix, transformer }) => transformer.prepare?.(stored.subarray(prefix.length)) ?? [],
      );
      return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
    },
  };
}

const startsWith = (stored: Buffer, prefix: Buffer): boolean =>
  stored.length >= prefix.length && stored.compare(prefix, 0, prefix.length, 0, prefix.length) === 0;
