import { isStream, type ServerResponse } from "../../api/exchange.ts";
import type { JsonObject } from "../../api/json.ts";
import { timeout } from "../../api/status.ts";
import { timerMs } from "../../api/timer-ms.ts";
import type { RequestContext } from "../request-context.ts";
import type { RequestInfo } from "./request-info.ts";

const LONG_SUBRESOURCES = new Set(["attach", "exec", "log", "portforward", "proxy"]);

/** Whether the request goes on for as long as somebody listens; it then has no time of its own. */
export function isLongRunning({ verb, subresource, path }: RequestInfo): boolean {
  return (
    verb === "watch" ||
    verb === "proxy" ||
    LONG_SUBRESOURCES.has(subresource) ||
    path.startsWith("/debug/pprof/")
  );
}

/**
 * The answer, or the refusal when it is not there in time; the work is not broken off, but nobody hears of it. A timer needs
 * a millisecond or more, so that shorter times are looked at when the answer is there.
 */
export function inTime(context: RequestContext, work: Promise<ServerResponse>): Promise<ServerResponse> {
  const began = performance.now();
  const isLate = ({ body }: ServerResponse): boolean =>
    performance.now() - began > context.timeoutMs && !isStream(body);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(tooLate(context)), timerMs(context.timeoutMs));
    // A request of the server to itself that is under way when all else has ended keeps nobody alive.
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

/** What the audit log of the reference says of a write: it is written further inside, in other words. */
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

/** As the reference's outermost filter writes it, which knows nothing of kinds and content types. */
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
      // What is left of a body that comes too slowly is not waited for.
      connection: "close",
    },
    body: `${JSON.stringify({ ...status, details: {} })}\n`,
  };
}
