import type { CallOutcome, Verdict } from "../../admission/verdict.ts";
import { isJsonObject } from "../../api/json.ts";
import { isConnected } from "../connected.ts";
import type { Remembered } from "../remembered.ts";

/** One request in a few words: what the stream of requests has for each. Members are added, none is renamed or removed. */
export interface RequestEvent {
  /** Its audit id, by which `/explain/ID` explains it. */
  readonly id: string;
  /** When it came: RFC 3339 with milliseconds. */
  readonly time: string;
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  /** A path, where the request is about no resource. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
  readonly dryRun: boolean;
  /** The HTTP status of the answer. */
  readonly code: number;
  readonly allowed: boolean;
  readonly reason: string;
  /** Of a refusal; cut after 500 characters. */
  readonly message: string;
  readonly milliseconds: number;
  /** Webhooks that were called, in that order, each once. */
  readonly webhooks: readonly CalledWebhook[];
  /** Policies with a rule for it. */
  readonly policies: number;
  readonly warnings: number;
  /** True: the viewer may not read the object; names, user, messages and webhooks are left out. */
  readonly restricted?: true;
}

export interface CalledWebhook {
  readonly name: string;
  readonly configuration: string;
  readonly outcome: "allowed" | "denied" | "failed" | "error";
  readonly milliseconds: number;
  readonly changed: boolean;
}

const LONGEST_MESSAGE = 500;

/** The event of a request. */
export function requestEvent({ context, status, milliseconds }: Remembered): RequestEvent {
  const { verdicts, info } = context;
  const last = verdicts.at(-1);
  const failed = status >= 400 && !isConnected(status, verdicts);
  const answer = failed && isJsonObject(context.responseObject) ? context.responseObject : {};
  return {
    id: context.auditId,
    time: new Date(context.receivedAt).toISOString(),
    verb: info.verb,
    ...placeOf({ context }),
    name: nameOf(last, info.name),
    user: context.user.username,
    dryRun: last?.attributes.dryRun ?? false,
    code: status,
    allowed: !failed,
    reason: String(answer.reason ?? ""),
    message: String(answer.message ?? "").slice(0, LONGEST_MESSAGE),
    milliseconds: rounded(milliseconds),
    webhooks: verdicts.flatMap(calledBy),
    policies: last === undefined ? 0 : new Set(last.askedPolicies.map(({ policy }) => policy)).size,
    warnings: verdicts.reduce((sum, { warnings }) => sum + warnings.length, 0),
  };
}

/** What anybody may know who may watch the stream. */
export function restrictedEvent(remembered: Remembered): RequestEvent {
  const { context, status, milliseconds } = remembered;
  return {
    id: "",
    time: new Date(context.receivedAt).toISOString(),
    verb: context.info.verb,
    ...placeOf(remembered),
    name: "",
    user: "",
    dryRun: false,
    code: status,
    allowed: status < 400,
    reason: "",
    message: "",
    milliseconds: rounded(milliseconds),
    webhooks: [],
    policies: 0,
    warnings: 0,
    restricted: true,
  };
}

function placeOf({ context: { info } }: Pick<Remembered, "context">) {
  const { group, version, resource, subresource, namespace, isResource, path } = info;
  return { group, version, resource: isResource ? resource : path, subresource, namespace };
}

/** Of what is created with a generated name: that name. */
const nameOf = (verdict: Verdict | undefined, asked: string): string =>
  asked ||
  verdict?.attributes.name ||
  (verdict?.validated?.metadata.name ?? verdict?.received?.metadata.name ?? "");

function calledBy({ asked }: Verdict): CalledWebhook[] {
  return asked.flatMap(({ hook, call }) =>
    call === undefined || call.attempts === 0
      ? []
      : [
          {
            name: hook.name,
            configuration: hook.configuration,
            outcome: outcomeOf(call.outcome),
            milliseconds: rounded(call.milliseconds),
            changed: call.changed,
          },
        ],
  );
}

/** `rejected` is what everybody else calls denied. */
export const outcomeOf = ({ kind }: CallOutcome): CalledWebhook["outcome"] =>
  kind === "rejected" ? "denied" : kind;

export const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;
