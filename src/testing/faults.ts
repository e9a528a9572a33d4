import type { HookTarget } from "../admission/hook.ts";
import type { CallOptions, TransportResult } from "../admission/ports.ts";
import { formatTime } from "../api/time.ts";
import { responseError } from "../http/webhook-client/response-error.ts";
import { isJsonObject, type JsonObject } from "../json/value.ts";
import type { ClusterClock } from "./clock.ts";

/** A fault of a webhook. Create it with `faults`. */
export type Fault =
  | { readonly kind: "slow"; readonly milliseconds: number }
  | { readonly kind: "hang" | "reset" | "refused" | "expired" | "garbage" | "wrongUid" | "badPatch" }
  | { readonly kind: "status"; readonly code: number; readonly body: string };

/**
 * The faults of a webhook. A fault takes no real time: it moves the clock of the test cluster.
 *
 * @example
 * ```ts
 * import { faults } from "sallyport/testing";
 * faults.status(503).kind; // "status"
 * faults.slow(2000).kind; // "slow"
 * ```
 */
export const faults = {
  /** The response arrives after this time, which may be longer than its timeoutSeconds. */
  slow: (milliseconds: number): Fault => ({ kind: "slow", milliseconds }),
  /** There is no response. */
  hang: (): Fault => ({ kind: "hang" }),
  /** The connection is closed before the response. */
  reset: (): Fault => ({ kind: "reset" }),
  /** The connection is refused. */
  refused: (): Fault => ({ kind: "refused" }),
  /** The response has a status other than 200, such as 500. */
  status: (code: number, body = ""): Fault => ({ kind: "status", code, body }),
  /** Its certificate expired a day ago. */
  expiredCertificate: (): Fault => ({ kind: "expired" }),
  /** The response has a body that is not an AdmissionReview. */
  garbage: (): Fault => ({ kind: "garbage" }),
  /** The response is for another request. */
  wrongUid: (): Fault => ({ kind: "wrongUid" }),
  /** Its patch removes a path that does not exist. */
  badPatch: (): Fault => ({ kind: "badPatch" }),
} as const;

/** Returns the webhook's own response, which some faults change. */
export type Answer = () => Promise<TransportResult>;

/** Makes a call of a webhook with a fault. The errors have the words of the reference. */
export async function withFault(
  fault: Fault,
  target: HookTarget,
  { timeoutMs, timeoutParam }: CallOptions,
  { answer, clock }: { answer: Answer; clock: ClusterClock },
): Promise<TransportResult> {
  const url = `${urlOf(target)}?timeout=${timeoutParam}`;
  const broken = (why: string, timedOut = false): TransportResult => ({
    kind: "error",
    message: `Post "${url}": ${why}`,
    code: 503,
    canceled: false,
    timedOut,
  });
  switch (fault.kind) {
    case "slow":
      await clock.sleep(Math.min(fault.milliseconds, timeoutMs));
      return fault.milliseconds < timeoutMs ? answer() : broken("context deadline exceeded", true);
    case "hang":
      await clock.sleep(timeoutMs);
      return broken("context deadline exceeded", true);
    case "reset":
      return broken("read tcp 127.0.0.1:40000->127.0.0.1:443: read: connection reset by peer");
    case "refused":
      return broken("dial tcp 127.0.0.1:443: connect: connection refused");
    case "expired":
      return broken(`tls: failed to verify certificate: ${expiredText(clock.now())}`);
    case "status":
      return refusal(fault);
    case "garbage":
      return {
        kind: "answer",
        status: 200,
        contentType: "text/html",
        body: Buffer.from("<html>hello</html>"),
      };
    case "wrongUid":
      return changed(await answer(), (response) => ({ ...response, uid: "not-the-one-that-was-asked" }));
    case "badPatch":
      return changed(await answer(), (response) => ({
        ...response,
        patchType: "JSONPatch",
        patch: BAD_PATCH,
      }));
  }
}

const BAD_PATCH = Buffer.from('[{"op":"remove","path":"/spec/thereIsNoSuchField"}]').toString("base64");

function urlOf({ clientConfig: { url, service } }: HookTarget): string {
  if (service === undefined) return url ?? "";
  const { namespace, name, path = "", port = 443 } = service;
  return `https://${name}.${namespace}.svc:${port}${path}`;
}

function expiredText(now: number): string {
  const time = (at: number): string => formatTime(at);
  return `x509: certificate has expired or is not yet valid: current time ${time(now)} is after ${time(now - 86_400_000)}`;
}

function refusal({ code, body }: Fault & { kind: "status" }): TransportResult {
  const { message, code: counted } = responseError(code, "text/plain", Buffer.from(body));
  return { kind: "error", message, code: counted, canceled: false, timedOut: false };
}

function changed(result: TransportResult, change: (response: JsonObject) => JsonObject): TransportResult {
  if (result.kind === "error") return result;
  const review: JsonObject = JSON.parse(Buffer.from(result.body).toString());
  const response = isJsonObject(review.response) ? review.response : {};
  return { ...result, body: Buffer.from(JSON.stringify({ ...review, response: change(response) })) };
}
