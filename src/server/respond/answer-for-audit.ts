import { LongBody } from "../../api/exchange/exchange.ts";
import { decodeJson } from "../../json/parse/decode.ts";
import type { Json } from "../../json/value.ts";
import type { RequestContext } from "../request-context.ts";
import type { ListAnswer, ObjectAnswer } from "./answer.ts";
import { encodeAnswer } from "./encode-answer.ts";
import type { Accepted } from "./negotiate.ts";

/**
 * Limit of an answer in an audit log: a longer one would block the event loop, and log readers do not accept
 * such lines.
 */
const MOST_BYTES = 8 << 20;

/**
 * Returns an object, a list or its Table as the response object of an audit event of level RequestResponse;
 * undefined: it is too long.
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
