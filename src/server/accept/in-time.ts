import { isStream, type ServerResponse } from "../../api/exchange/exchange.ts";
import { timeout } from "../../api/status.ts";
import { timerMs } from "../../async/timer-ms.ts";
import type { JsonObject } from "../../json/value.ts";
import type { RequestContext } from "../request-context.ts";
import type { RequestInfo } from "./request-info.ts";

const LONG_SUBRESOURCES: ReadonlySet<string> = new Set(["attach", "exec", "log", "portforward", "proxy"]);

/** True if the request lasts until the client disconnects; it then has no timeout. */
export function isLongRunning({ verb, subresource, path }: RequestInfo): boolean {
  return (
    verb === "watch" ||
    verb === "proxy" ||
    LONG_SUBRESOURCES.has(subresource) ||
    path.startsWith("/debug/pprof/")
  );
}

/**
 * Resolves with the response, or with the refusal if the response is not ready in time; the work continues,
 * and its result is dropped. A timer needs a millisecond or more, so shorter timeouts are checked when the
 * response is ready.
 */
export function inTime(context: RequestContext, work: Promise<ServerResponse>): Promise<ServerResponse> {
  const began = performance.now();
  const isLate = ({ body }: ServerResponse): boolean =>
    performance.now() - began > context.timeoutMs && !isStream(body);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(tooLate(context)), timerMs(context.timeoutMs));
    // A pending internal request does not keep the process alive.
    timer.unref();
    work.then(
      (response) => {
        clearTimeout(timer);
        resolve(isLate(response) ? tooLate(context) : response);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

const isWrite = ({ verb }: RequestInfo): boolean =>
  verb === "create" || verb === "update" || verb === "patch" || verb === "delete";

/**
 * Response object of a write in the audit log of the reference; an inner handler writes it, in other words
 * than the response has.
 */
const OVERTAKEN: JsonObject = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  message: "Timeout: request did not complete within requested timeout - context deadline exceeded",
  reason: "Timeout",
  details: {},
  code: 504,
};

/** Builds the 504 of the reference's outermost filter, which has no access to kinds and content types. */
function tooLate(context: RequestContext): ServerResponse {
  const {
    kind: _kind,
    apiVersion: _version,
    ...status
  } = timeout("request did not complete within the allotted timeout").status;
  context.responseObject = isWrite(context.info) ? OVERTAKEN : undefined;
  return {
    status: 504,
    headers: {
      "audit-id": context.auditId,
      "cache-control": "no-cache, private",
      "content-type": "text/plain; charset=utf-8",
      // The connection closes: the rest of a slow body is not read.
      connection: "close",
    },
    body: `${JSON.stringify({ ...status, details: {} })}\n`,
  };
}
