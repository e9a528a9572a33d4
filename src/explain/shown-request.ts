import type { WebhookHook } from "../admission/hook.ts";
import { ruleMatches } from "../admission/match/rules.ts";
import type { Verdict } from "../admission/verdict.ts";
import { isJsonObject, type Json } from "../api/json.ts";
import type { UserInfo } from "../api/meta.ts";
import { askedOfResource, forbiddenRequest } from "../server/authorize/attributes.ts";
import { isConnected, SWITCHED } from "./connected.ts";
import { explainContext, isRead } from "./explain-context.ts";
import type { Cause, Explanation } from "./explanation.ts";
import type { Remembered } from "./remembered.ts";
import { maskSecrets } from "./stream/mask-secrets.ts";
import { requestDetail } from "./stream/request-detail.ts";
import { requestEvent, restrictedEvent } from "./stream/request-event.ts";
import { WEBHOOK_KINDS } from "./subject.ts";
import { type Explained, worldOf } from "./world.ts";

/** What somebody wants to see of the stream of requests. */
export interface StreamWish {
  /** Also requests that are never reviewed. */
  readonly reads: boolean;
  /** Also the server's own. */
  readonly own: boolean;
  /** On a busy server a part of them: so many as somebody reads. */
  readonly sample: boolean;
  /** Each with its detail. */
  readonly full: boolean;
  /** False: it ends when all that is remembered has been sent. */
  readonly follow: boolean;
  /** The id of the last event that was seen; empty: none. */
  readonly lastEventId: string;
}

/** Who may not read the object sees that there was a request, and no more. */
export function eventFor(
  request: Remembered,
  server: Explained,
  viewer: UserInfo,
  { own, full, reads }: StreamWish,
): Json | undefined {
  if (!own && request.context.user.username === OWN_USER) return undefined;
  if (!reads && isRead(request.context)) return undefined;
  const mayRead = readRight(request, server, viewer).decision === "allow";
  if (!mayRead) return asJson(restrictedEvent(request));
  const event = requestEvent(request);
  return asJson(
    masked(full ? { ...event, detail: requestDetail(request, namespaceLabels(server)) } : event, request),
  );
}

const asJson = (value: object): Json => value as unknown as Json;

export const OWN_USER = "system:apiserver";

export const namespaceLabels = (server: Explained) => (name: string) =>
  server.views.of("namespaces").get("", name)?.metadata.labels;

export const masked = <T>(value: T, request: Remembered): T =>
  maskSecrets(value, kindOf(request), () => objectsOf(request));

const kindOf = ({ context: { verdicts, info } }: Remembered): string =>
  verdicts.at(-1)?.attributes.kind.kind ?? (info.resource === "secrets" && info.group === "" ? "Secret" : "");

const objectsOf = ({ context: { verdicts, requestObject } }: Remembered): unknown[] => [
  requestObject,
  ...verdicts.flatMap(({ attributes: { oldObject }, received, validated, hooks }) => [
    oldObject,
    received,
    validated,
    ...hooks.map(({ object }) => object),
  ]),
];

/** Throws 403 unless the viewer may read the object that the request was about. */
export function requireRead(request: Remembered, server: Explained, user: UserInfo): void {
  const { decision, reason, what } = readRight(request, server, user);
  if (decision !== "allow") throw forbiddenRequest(what, reason);
}

/** What is about no resource shows no object. */
function readRight({ context }: Remembered, { authorize }: Explained, user: UserInfo) {
  const { info, verdicts } = context;
  const { resource, namespace, name } = verdicts.at(-1)?.attributes ?? { ...info, resource: info };
  const place = { group: resource.group, version: resource.version, resource: resource.resource, namespace };
  const what = askedOfResource(user, "get", { ...place, name });
  return { what, ...(info.isResource ? authorize(what) : { decision: "allow" as const, reason: "" }) };
}

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
      warnings: verdicts.flatMap(({ warnings }) => warnings),
    },
    findings: verdict === undefined ? [] : newerConfigurations(verdict, server),
    notes,
    ...(asked !== undefined && { asked }),
  });
}

const TOO_LATE = "request did not complete within the allotted timeout";

/** Webhooks that have a rule for the request and were not there yet when it came. */
function newerConfigurations({ plan, attributes }: Verdict, { engine }: Explained): Cause[] {
  const isIn = (hooks: readonly WebhookHook[], hook: WebhookHook): boolean =>
    hooks.some(({ name, configuration }) => name === hook.name && configuration === hook.configuration);
  const now = engine.plan;
  return (["mutating", "validating"] as const).flatMap((phase) =>
    now[phase]
      .filter((hook) => !isIn(plan[phase], hook) && hook.rules.some((rule) => ruleMatches(rule, attributes)))
      .map(
        ({ name, configuration }): Cause => ({
          code: "newer-configuration",
          of: `${WEBHOOK_KINDS[phase]}/${configuration}`,
          webhook: name,
          message: "it was not registered yet when the request came",
          saw: null,
          at: "",
          fix: "",
        }),
      ),
  );
}
