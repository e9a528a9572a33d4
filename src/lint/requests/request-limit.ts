import { HANDLER_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "../../server/accept/deadline.ts";
import type { LintRequest } from "./lint-request.ts";

/** Returns the server's limit for a request, in milliseconds; undefined for CONNECT, which has none. */
export const requestLimit = ({ operation }: Pick<LintRequest, "operation">): number | undefined =>
  operation === "CONNECT" ? undefined : Math.min(HANDLER_TIMEOUT_MS, REQUEST_TIMEOUT_MS);
