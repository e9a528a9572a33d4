import { type RefusedBy, refusedBy, refusesAsPolicy } from "../../admission/readers/refused-by.ts";
import type { PolicyLine, Verdict } from "../../admission/verdict.ts";
import { POLICY_KINDS } from "../../api/hook-kinds.ts";
import { isJsonObject } from "../../json/value.ts";
import { isConnected } from "../connected.ts";
import type { Remembered } from "../remembered.ts";
import { outcomeOf } from "../steps/explained.ts";
import { isEvaluated } from "../steps/policy-checks.ts";

/** Summary of one request in the stream of requests. Members may be added; none is renamed or removed. */
export interface RequestEvent {
  /** Audit id of the request; `/explain/ID` has its explanation. */
  readonly id: string;
  /** Time of arrival, in RFC 3339 with milliseconds. */
  readonly time: string;
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  /** The plural of the resource; a path if the request is for no resource. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Begin of the name of an object that was refused before it had one. */
  readonly generateName?: string;
  readonly user: string;
  /** The authenticated user, if the request impersonates another one. */
  readonly impersonator?: string;
  readonly dryRun: boolean;
  /** HTTP status of the response. */
  readonly code: number;
  readonly allowed: boolean;
  readonly reason: string;
  /** Message of a refusal, truncated to 500 characters. */
  readonly message: string;
  /** Duration from the arrival to the response. */
  readonly milliseconds: number;
  /** Webhooks that were called, one element for each call, in the order of the calls. */
  readonly webhooks: readonly CalledWebhook[];
  /** Number of policies with a rule for the request. */
  readonly policies: number;
  /** Policies that were evaluated or failed, one element for each binding and parameter, in order. */
  readonly evaluated: readonly EvaluatedPolicy[];
  /** Plugins, policies and webhooks that refused the request. */
  readonly refusedBy: readonly RefusedBy[];
  /** Number of warnings in the response. */
  readonly warnings: number;
  /** True if the viewer may not read the object; then names, user, messages and webhooks are empty. */
  readonly restricted?: true;
}

interface CalledWebhook {
  readonly name: string;
  readonly configuration: string;
  readonly outcome: "allowed" | "denied" | "failed" | "error";
  readonly milliseconds: number;
  readonly changed: boolean;
}

/** Result of a policy with one binding and one parameter. */
interface EvaluatedPolicy {
  /** `ValidatingAdmissionPolicy/name`, `MutatingAdmissionPolicy/name`. */
  readonly of: string;
  readonly binding: string;
  /** `failed`: it could not be evaluated. `warned`: an expression is false, and the binding does not deny. */
  readonly outcome: "allowed" | "denied" | "failed" | "warned";
  /** Duration of its expressions. */
  readonly milliseconds: number;
  readonly changed: boolean;
}

const LONGEST_MESSAGE = 500;

/** Builds the event of a request. */
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
    ...namesOf(last, info.name),
    user: context.user.username,
    ...(context.impersonator !== undefined && { impersonator: context.impersonator.username }),
    dryRun: last?.attributes.dryRun ?? false,
    code: status,
    allowed: !failed,
    reason: String(answer.reason ?? ""),
    message: String(answer.message ?? "").slice(0, LONGEST_MESSAGE),
    milliseconds: rounded(milliseconds),
    webhooks: verdicts.flatMap(calledBy),
    policies: last === undefined ? 0 : new Set(last.askedPolicies.map(({ policy }) => policy)).size,
    evaluated: verdicts.flatMap(evaluatedBy),
    refusedBy: failed ? verdicts.flatMap(refusedBy) : [],
    warnings: verdicts.reduce((sum, { warnings }) => sum + warnings.length, 0),
  };
}

/** Builds the event for viewers who may watch the stream but not read the object. */
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
    evaluated: [],
    refusedBy: [],
    warnings: 0,
    restricted: true,
  };
}

function placeOf({ context: { info } }: Pick<Remembered, "context">) {
  const { group, version, resource, subresource, namespace, isResource, path } = info;
  return { group, version, resource: isResource ? resource : path, subresource, namespace };
}

/** Returns the name of the object; a generated name if the request has none, or its begin if none was generated. */
function namesOf(verdict: Verdict | undefined, asked: string): Pick<RequestEvent, "name" | "generateName"> {
  const received = verdict?.received?.metadata;
  const name =
    asked || verdict?.attributes.name || (verdict?.validated?.metadata?.name ?? received?.name ?? "");
  return { name, ...begunName(name, received?.generateName) };
}

/** The begin of a name as a member, for an object that has no name. */
export const begunName = (name: string, generateName = ""): Pick<RequestEvent, "generateName"> =>
  name === "" && generateName !== "" ? { generateName } : {};

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

const evaluatedBy = (verdict: Verdict): EvaluatedPolicy[] =>
  verdict.askedPolicies
    .filter((line) => isEvaluated(line) || line.problem !== undefined || line.conditions?.kind === "error")
    .map((line) => ({
      of: `${POLICY_KINDS[line.policy.phase]}/${line.policy.name}`,
      binding: line.binding?.name ?? "",
      outcome: policyOutcome(line, verdict),
      milliseconds: rounded(line.checks.reduce((sum, { seconds }) => sum + seconds * 1000, 0)),
      changed: line.checks.some(({ changed }) => changed === true),
    }));

function policyOutcome(line: PolicyLine, verdict: Verdict): EvaluatedPolicy["outcome"] {
  if (!isEvaluated(line)) return "failed";
  if (refusesAsPolicy(line, verdict)) return "denied";
  const actions = line.checks.flatMap((check) => check.actions);
  return actions.some((action) => action === "warn" || action === "audit") ? "warned" : "allowed";
}

/** Milliseconds with three digits of the fraction. */
export const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;
