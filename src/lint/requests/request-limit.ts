import { HANDLER_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "../../server/accept/deadline.ts";
import type { LintRequest } from "./lint-request.ts";

/** Milliseconds that a request may take: connections have no limit of their own. */
export const requestLimit = ({ operation }: Pick<LintRequest, "operation">): number | undefined =>
  operation === "CONNECT" ? undefined : Math.min(HANDLER_TIMEOUT_MS, REQUEST_TIMEOUT_MS);
