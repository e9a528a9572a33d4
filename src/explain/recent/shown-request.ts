import type { WebhookHook } from "../../admission/hook.ts";
import { ruleMatches } from "../../admission/match/rules.ts";
import type { Verdict } from "../../admission/verdict.ts";
import { WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import type { UserInfo } from "../../api/meta.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import { forbiddenRequest } from "../../server/authorize/attributes.ts";
import { isConnected, SWITCHED } from "../connected.ts";
import { causeOf } from "../ending/refusal.ts";
import { explainContext, isRead } from "../explain-context.ts";
import type { Cause, Explanation } from "../explanation.ts";
import { warningsOf } from "../offline/ask.ts";
import type { Remembered } from "../remembered.ts";
import { maskRequest } from "../stream/mask-secrets.ts";
import { requestDetail } from "../stream/request-detail.ts";
import { requestEvent, restrictedEvent } from "../stream/request-event.ts";
import { type Explained, worldOf } from "../world.ts";
import { readPlace, readRight } from "./read-right.ts";

/** Options of a client for the stream of requests. */
export interface StreamWish {
  /** Includes requests that have no admission. */
  readonly reads: boolean;
  /** Includes the server's own requests. */
  readonly own: boolean;
  /** Shows only a sample on a busy server, at a rate that users can read. */
  readonly sample: boolean;
  /** Includes the detail of each request. */
  readonly full: boolean;
  /** If false, the stream ends after all remembered requests were sent. */
  readonly follow: boolean;
  /** The id of the last event that the client received; empty if none. */
  readonly lastEventId: string;
}

/** Builds the event for a viewer. A viewer who may not read the object sees only that there was a request. */
export function eventFor(
  request: Remembered,
  server: Explained,
  viewer: UserInfo,
  { own, full, reads }: StreamWish,
): Json | undefined {
  if (!own && request.context.user.username === OWN_USER) return undefined;
  if (!reads && isRead(request.context)) return undefined;
  if (!mayRead(request, server, viewer)) return asJson(restrictedEvent(request));
  const event = requestEvent(request);
  return asJson(
    maskRequest(
      full ? { ...event, detail: requestDetail(request, namespaceLabels(server)) } : event,
      request,
    ),
  );
}

const asJson = (value: object): Json => value as unknown as Json;

export const OWN_USER = "system:apiserver";

/** Labels that a namespace has now; undefined if there is no such namespace. */
export const namespaceLabels = (server: Explained) => (name: string) =>
  server.views.of("namespaces").get("", name)?.metadata.labels;

/** True if the viewer may read the object that the request was about. */
export const mayRead = (request: Remembered, server: Explained, user: UserInfo): boolean =>
  readRight(readPlace(request), server, user).decision === "allow";

/** Throws 403 unless the viewer may read the object that the request was about. */
export function requireRead(request: Remembered, server: Explained, user: UserInfo): void {
  const { decision, reason, what } = readRight(readPlace(request), server, user);
  if (decision !== "allow") throw forbiddenRequest(what, reason);
}

/** Explains a request that the server remembers. `asked`: name of a webhook, policy or binding. */
export function explainKept(
  { context, status }: Remembered,
  server: Explained,
  asked: string | undefined,
): Explanation {
  const { verdicts, responseObject } = context;
  const answer = isJsonObject(responseObject) ? responseObject : {};
  const isConnect = isConnected(status, verdicts);
  const failed = status >= 400 && !isConnect;
  const verdict = verdicts.at(-1);
  const notes = isConnect ? [`nothing runs here: the server answered ${status}`] : [];
  return explainContext({
    context,
    server,
    world: worldOf(server),
    answer: {
      code: isConnect ? SWITCHED : status,
      allowed: !failed,
      reason: failed ? String(answer.reason ?? "") : "",
      message: failed ? String(answer.message ?? (status === 504 ? TOO_LATE : "")) : "",
      warnings: warningsOf({ warning: context.warnings.headers() }),
    },
    findings: verdict === undefined ? [] : newerConfigurations(verdict, server),
    notes,
    ...(asked !== undefined && { asked }),
  });
}

const TOO_LATE = "request did not complete within the allotted timeout";

/** Returns causes for webhooks that have a rule for the request, and were registered after it. */
function newerConfigurations({ plan, attributes }: Verdict, { engine }: Explained): Cause[] {
  const isIn = (hooks: readonly WebhookHook[], hook: WebhookHook): boolean =>
    hooks.some(({ name, configuration }) => name === hook.name && configuration === hook.configuration);
  const now = engine.plan;
  return (["mutating", "validating"] as const).flatMap((phase) =>
    now[phase]
      .filter((hook) => !isIn(plan[phase], hook) && hook.rules.some((rule) => ruleMatches(rule, attributes)))
      .map(({ name, configuration }) => ({
        ...causeOf("newer-configuration", "it was not registered yet when the request came"),
        of: `${WEBHOOK_KINDS[phase]}/${configuration}`,
        webhook: name,
      })),
  );
}
