import { DerReader, TAG } from "./der.ts";
import { objectIdentifier } from "./der-values.ts";

/** An algorithm and its parameters. */
export interface Algorithm {
  readonly id: string;
  /** The parameters as a complete DER value; empty if there are none. */
  readonly parameters: Buffer;
}

const NONE = Buffer.alloc(0);

/** Reads an AlgorithmIdentifier, the next value of a structure. */
export function readAlgorithm(from: DerReader): Algorithm {
  const { content } = from.field({ tag: TAG.sequence, type: "AlgorithmIdentifier" });
  const fields = new DerReader(content);
  const id = objectIdentifier(fields.field({ tag: TAG.oid, type: "ObjectIdentifier" }).content);
  return { id, parameters: fields.atEnd ? NONE : fields.any().whole };
}
