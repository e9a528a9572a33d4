import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import type { Views } from "../views/views.ts";
import { API_SERVICES, isElsewhere } from "./discovery/listed-groups.ts";
import { plain } from "./plain.ts";

/**
 * Of a group and version that an APIService hands on to another server: requests are not passed on here, and the answer is
 * the reference's where that server cannot be reached.
 */
export function unavailableService(
  { views }: { readonly views: Views },
  { info }: RequestContext,
): Answer | undefined {
  const [, root, group, version] = info.path.split("/", 4);
  if (root !== "apis" || !group || !version) return undefined;
  const found = views.of(API_SERVICES).get("", `${version}.${group}`);
  return found !== undefined && isElsewhere(found) ? plain(503, "service unavailable\n") : undefined;
}
