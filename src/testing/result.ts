import { refusedBy } from "../admission/readers/refused-by.ts";
import type { CallLine, HookLine, Verdict } from "../admission/verdict.ts";
import type { KubeObject } from "../api/meta.ts";
import type { ExplainedAnswer } from "../explain/explanation.ts";
import { isEvaluated } from "../explain/steps/policy-checks.ts";
import { isJsonObject, type JsonObject } from "../json/value.ts";
import type { JsonPatchOperation } from "../patch/operation.ts";
import { assertPolicy, assertWebhook, type KnownNames, reviewedNames } from "./known-names.ts";

/** The result of a request: the response for the client, and the decisions of admission. */
export interface Result<T extends object = object> {
  /** HTTP status. */
  readonly status: number;
  /** True if the request succeeded. */
  readonly allowed: boolean;
  /** The body, parsed if it is JSON; `{ text }` otherwise. */
  readonly body: JsonObject;
  /** The object after the request. If there is none, throws an Error with the refusal. */
  readonly object: T & KubeObject;
  /** The message of a refusal; "" otherwise. */
  readonly message: string;
  /** The reason of a refusal: `Forbidden`, `Invalid`, …; "" otherwise. */
  readonly reason: string;
  readonly warnings: readonly string[];
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** One for each admission: a deletecollection has many, a read none. */
  readonly verdicts: readonly Verdict[];
  /** Names of the webhooks, policies and plugins that refused the request. */
  readonly deniedBy: readonly string[];
  /** Names of all webhooks that were called and answered, each once, in the order of their calls. */
  readonly webhooksCalled: readonly string[];
  /**
   * Why calls failed, by the name of the webhook: `connection refused`, an answer that cannot be used. With
   * failurePolicy Ignore the request passed all the same.
   */
  readonly webhooksFailed: Readonly<Record<string, string>>;
  /** Names of all evaluated policies, each once. */
  readonly policiesAsked: readonly string[];
  /** Names of all registered webhooks and of all policies, each once. */
  readonly known: KnownNames;
  /**
   * Returns true if the webhook was called and answered. Throws an Error if no configuration has the name. A call
   * without a usable answer is in `webhooksFailed`.
   */
  called(webhook: string): boolean;
  /**
   * Returns true if the policy was evaluated, which means that one of its bindings matched. Throws an Error
   * if no policy has the name.
   */
  asked(policy: string): boolean;
  /**
   * Returns the operations of the webhook's JSON patches, in all its calls; [] if it changed nothing. Throws
   * an Error if no configuration has the name.
   */
  patchOf(webhook: string): readonly JsonPatchOperation[];
  /**
   * Returns the text of `sallyport explain`: the called webhooks, the skipped ones and the reason, and the
   * line of YAML to change.
   */
  explain(): string;
}

/** HTTP response with its parsed body. */
export interface Response {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

/** Functions for parts of the result that are computed on demand. */
export interface Later {
  explain(answer: ExplainedAnswer): string;
  /** Returns the names that are stored now, for requests that were not reviewed. */
  stored(): KnownNames;
}

/**
 * Makes a result of a response and the verdicts of admission. The functions of `Later` run only when a member needs
 * them.
 */
export function resultOf<T extends object = object>(
  { status, body, headers }: Response,
  verdicts: readonly Verdict[],
  { explain, stored }: Later,
): Result<T> {
  const allowed = status < 400;
  const lines = (): HookLine[] => verdicts.flatMap((verdict) => verdict.asked);
  const text = (field: string): string => (!allowed && typeof body[field] === "string" ? body[field] : "");
  const known = (): KnownNames => reviewedNames(verdicts) ?? stored();
  return {
    status,
    allowed,
    body,
    headers,
    verdicts,
    get known() {
      return known();
    },
    message: text("message"),
    reason: text("reason"),
    warnings: warningsIn(headers),
    get object(): T & KubeObject {
      if (allowed && isJsonObject(body.metadata)) return body as T & KubeObject;
      throw new Error(`the request has no object for an answer: ${status} ${text("message")}`);
    },
    get deniedBy() {
      return verdicts.flatMap((verdict) => [...new Set(namesOf(verdict))]);
    },
    get webhooksCalled() {
      return [...new Set(lines().flatMap(({ hook, call }) => (isAnswered(call) ? [hook.name] : [])))];
    },
    get webhooksFailed() {
      return Object.fromEntries(
        lines().flatMap(({ hook, call }) =>
          call?.outcome.kind === "failed" ? [[hook.name, call.outcome.reason] as const] : [],
        ),
      );
    },
    called: (webhook) => {
      assertWebhook(webhook, known().webhooks);
      return lines().some(({ hook, call }) => hook.name === webhook && isAnswered(call));
    },
    get policiesAsked() {
      return policiesIn(verdicts);
    },
    asked: (policy) => {
      assertPolicy(policy, known().policies);
      return policiesIn(verdicts).includes(policy);
    },
    patchOf: (webhook) => {
      assertWebhook(webhook, known().webhooks);
      return lines().flatMap(({ hook, call }) => (hook.name === webhook ? operationsOf(call) : []));
    },
    explain: () =>
      explain({
        code: status,
        allowed,
        reason: text("reason"),
        message: text("message"),
        warnings: warningsIn(headers),
      }),
  };
}

function policiesIn(verdicts: readonly Verdict[]): string[] {
  const asked = verdicts.flatMap(({ askedPolicies }) =>
    askedPolicies.filter((line) => line.binding !== undefined && isEvaluated(line)),
  );
  return [...new Set(asked.map(({ policy }) => policy.name))];
}

/** True if the webhook was called, and its answer could be used. */
export const isAnswered = (call: CallLine | undefined): boolean =>
  call !== undefined && call.outcome.kind !== "failed";

const operationsOf = (call: CallLine | undefined): JsonPatchOperation[] =>
  (call?.patch?.operations ?? []).flatMap((one) => (one === null ? [] : [one as JsonPatchOperation]));

/** Returns the names of the hooks that refused. A policy has its own name, without that of its binding. */
const namesOf = (verdict: Verdict): string[] =>
  refusedBy(verdict).map(({ kind, of, name }) => (kind === "policy" ? of.slice(of.indexOf("/") + 1) : name));

/** Returns the texts of warnings of the form `299 - "text"`. */
function warningsIn(headers: Response["headers"]): string[] {
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === "warning") ?? [];
  const all = value === undefined ? [] : typeof value === "string" ? [value] : value;
  return all.flatMap((one) => {
    const quoted = /^299 - "((?:[^"\\]|\\.)*)"/.exec(one)?.[1];
    return quoted === undefined ? [] : [quoted.replace(/\\(.)/g, "$1")];
  });
}
