import type { RequestContext } from "../server/request-context.ts";
import type { World } from "./world.ts";

/** The reason that no hook takes part in a read. */
export const READS = "reads have no admission: no webhook is called, and no policy is evaluated";

/** Says that another API server decides about a request; undefined if it does not. */
export function remoteText(
  context: Pick<RequestContext, "info"> | undefined,
  world: Pick<World, "remoteService">,
): string | undefined {
  if (context?.info.isResource !== true) return undefined;
  const { group, version } = context.info;
  const service = world.remoteService(group, version);
  return service === undefined
    ? undefined
    : `APIService/${service.metadata.name} passes requests for ${group}/${version} on to another API server: admission of this server is not asked`;
}
