import { notFound, type StatusError } from "../../api/status.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { askedEntry } from "./read/asked-entry.ts";
import type { Reads } from "./read/reads.ts";
import { unreadable } from "./read/unreadable.ts";
import { groupResource, type Target } from "./target.ts";
import { answered, readLive, readStored } from "./versions.ts";

/** Answers the GET of one object, or of a subresource that is the object. */
export async function get(reads: Reads, context: RequestContext, target: Target): Promise<Answer> {
  const entry = await askedEntry(reads, context, target);
  if (entry === undefined) throw missing(target);
  const read = target.subresource === undefined ? readStored : readLive;
  const turn = context.budget.answerTurn(context, entry.document.bytes.byteLength);
  if (turn !== undefined) await turn;
  try {
    const document = await answered(target, await read(target.resource, entry));
    return { kind: "object", status: 200, shownAs: target.kind, document };
  } catch (error) {
    throw unreadable(reads, entry, error);
  }
}

function missing(target: Target): StatusError {
  const about = groupResource(target);
  return notFound({ ...about, resource: target.resource.missingAs ?? about.resource }, target.name);
}
