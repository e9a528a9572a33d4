import type { RequestContext } from "../../request-context.ts";

/** Whether the server itself asks: its controllers write back what is stored, and what they add to it. */
export const isOwn = ({ request }: Pick<RequestContext, "request">): boolean => request.peer.address === "";
