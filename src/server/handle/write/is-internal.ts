import type { RequestContext } from "../../request-context.ts";

/** True for a request of the server itself: its controllers write stored objects back with their own changes. */
export const isInternal = ({ request }: Pick<RequestContext, "request">): boolean =>
  request.peer.address === "";
