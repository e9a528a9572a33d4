import { badRequest } from "../../../api/status.ts";
import type { Entry } from "../../../storage/storage.ts";
import { isTrue } from "../../accept/query-values.ts";
import type { RequestContext } from "../../request-context.ts";
import { storageKey, type Target } from "../target.ts";
import type { Reads } from "./reads.ts";
import { parseResourceVersion, untilKnown } from "./resource-version.ts";

const NO_EXPORT = "the export parameter, deprecated since v1.14, is no longer supported";

/**
 * Reads the stored object, at least as new as the parameter `resourceVersion`; undefined: it does not exist.
 * Throws a StatusError for invalid parameters of a GET, and for a version that does not arrive in time.
 */
export async function askedEntry(
  { storage }: Reads,
  { request }: RequestContext,
  { resource, namespace, name }: Target,
): Promise<Entry | undefined> {
  if (isTrue(request.query.get("export"))) throw badRequest(NO_EXPORT);
  const revision = parseResourceVersion(request.query.get("resourceVersion") ?? "", "other");
  if (revision !== undefined) await untilKnown(resource)(storage, revision);
  const key = storageKey(resource, namespace, name);
  return revision === undefined ? storage.get(key) : storage.getCached(key);
}
