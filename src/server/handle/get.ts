import { badRequest, notFound, type StatusError } from "../../api/status.ts";
import { isTrue } from "../accept/query-values.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import type { Reads } from "./read/reads.ts";
import { parseResourceVersion, untilKnown } from "./read/resource-version.ts";
import { groupResource, storageKey, type Target } from "./target.ts";
import { answered, readLive, readStored } from "./versions.ts";

const NO_EXPORT = "the export parameter, deprecated since v1.14, is no longer supported";

/** GET of one object, or of a subresource that is the object. */
export async function get(reads: Reads, context: RequestContext, target: Target): Promise<Answer> {
  if (isTrue(context.request.query.get("export"))) throw badRequest(NO_EXPORT);
  const revision = parseResourceVersion(context.request.query.get("resourceVersion") ?? "", "other");
  const key = storageKey(target.resource, target.namespace, target.name);
  if (revision !== undefined) await untilKnown(target.resource)(reads.storage, revision);
  const entry = revision === undefined ? await reads.storage.get(key) : reads.storage.getCached(key);
  if (entry === undefined) throw missing(target);
  const read = target.subresource === undefined ? readStored : readLive;
  const turn = context.budget.answerTurn(context, entry.document.bytes.byteLength);
  if (turn !== undefined) await turn;
  return {
    kind: "object",
    status: 200,
    shownAs: target.kind,
    document: await answered(target, await read(target.resource, entry)),
  };
}

function missing(target: Target): StatusError {
  const about = groupResource(target);
  return notFound({ ...about, resource: target.resource.missingAs ?? about.resource }, target.name);
}
