import { record } from "../../api/json.ts";
import { objectOf } from "../../storage/object-of.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { plain } from "./plain.ts";
import type { Reads } from "./read/reads.ts";

const PREFIX = "/registry/apiregistration.k8s.io/apiservices/";

/**
 * Of a group and version that an APIService hands on to another server: requests are not passed on here, and the answer is
 * the reference's where that server cannot be reached.
 */
export async function unavailableService(
  { storage }: Reads,
  { info }: RequestContext,
): Promise<Answer | undefined> {
  const [, root, group, version] = info.path.split("/", 4);
  if (root !== "apis" || !group || !version) return undefined;
  const entry = await storage.get(`${PREFIX}${version}.${group}`);
  const service = entry && record(objectOf(entry).spec).service;
  return service === undefined || service === null ? undefined : plain(503, "service unavailable\n");
}
