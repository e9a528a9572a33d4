import { DerReader, TAG } from "./der.ts";
import { objectIdentifier } from "./der-values.ts";

/** Which algorithm, and what more it needs. */
export interface Algorithm {
  readonly id: string;
  /** A whole value; empty when there is none. */
  readonly parameters: Buffer;
}

const NONE = Buffer.alloc(0);

/** An AlgorithmIdentifier, the next value of a structure. */
export function readAlgorithm(from: DerReader): Algorithm {
  const { content } = from.field({ tag: TAG.sequence, type: "AlgorithmIdentifier" });
  const fields = new DerReader(content);
  const id = objectIdentifier(fields.field({ tag: TAG.oid, type: "ObjectIdentifier" }).content);
  return { id, parameters: fields.atEnd ? NONE : fields.any().whole };
}
