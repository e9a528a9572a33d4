import { LongBody } from "../../api/exchange.ts";
import type { Json } from "../../api/json.ts";
import { decodeJson } from "../../json/decode.ts";
import type { RequestContext } from "../request-context.ts";
import type { ListAnswer, ObjectAnswer } from "./answer.ts";
import { encodeAnswer } from "./encode-answer.ts";
import type { Accepted } from "./negotiate.ts";

/** A longer answer is not in an audit log: it would hold up everybody, and no reader takes such a line. */
const MOST_BYTES = 8 << 20;

/**
 * An object or a list, or the table of it, as an audit event of level RequestResponse has it; undefined: it is too long.
 */
export async function answerForAudit(
  context: RequestContext,
  answer: ObjectAnswer | ListAnswer,
  accepted: Accepted,
): Promise<Json | undefined> {
  const encoded = encodeAnswer(context, answer, { ...accepted, encoding: "json", pretty: false });
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of encoded instanceof LongBody ? encoded.pieces : [encoded]) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    length += bytes.length;
    if (length > MOST_BYTES) return undefined;
    pieces.push(bytes);
  }
  return decodeJson(Buffer.concat(pieces));
}
