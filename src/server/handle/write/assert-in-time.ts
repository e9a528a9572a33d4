import { cancellationOf } from "../../../api/exchange/exchange.ts";
import { timeout } from "../../../api/status.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Admits, handlerTimeout } from "./admission.ts";

/** The timer of a call may end this many milliseconds before the deadline of the call. */
const EARLY_MS = 1;

/**
 * Call this directly before a write to the store. Throws 504 if the time of the request is over, for example because a webhook
 * with `failurePolicy: Ignore` used it up, and if the client went away. The context of the request has then ended, and etcd's
 * client refuses the transaction (apiserver/pkg/endpoints/handlers/finisher/finisher.go, finishRequest).
 */
export function assertInTime(
  admits: Pick<Admits, "noWebhookTimeout" | "steadyClock">,
  context: RequestContext,
): void {
  const { request, timeoutMs } = context;
  if (cancellationOf(request).aborted) throw ended("canceled");
  if (admits.noWebhookTimeout || timeoutMs === 0) return;
  if (admits.steadyClock.since(request.startedAt) + EARLY_MS >= handlerTimeout(context))
    throw ended("deadline exceeded");
}

const ended = (why: string) => timeout(`request did not complete within requested timeout - context ${why}`);
