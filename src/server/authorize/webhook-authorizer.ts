import type { SelectorOperator } from "../../api/selectors/label-selector.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Keeping } from "../remember-answers.ts";
import { rememberAnswers } from "../remember-answers.ts";
import { type AuthorizationAttributes, fieldRequirements, labelRequirements } from "./attributes.ts";
import type { Authorizer, Decision } from "./authorize.ts";

interface WebhookAuthorizerOptions {
  /** Time that decisions are cached, in milliseconds. 0 means that they are not cached. */
  readonly authorizedMs: number;
  readonly unauthorizedMs: number;
  readonly onFailure: "noOpinion" | "deny";
  /** Returns true if the webhook is called for this check; a text if that could not be determined. */
  matches(spec: JsonObject): boolean | string;
  /** Returns the status of a SubjectAccessReview. Rejects with the reference's text. */
  ask(spec: JsonObject): Promise<JsonObject>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Maximum number of cached decisions, and maximum length of the client's values in a check whose decision is
 * cached.
 */
const MOST_ANSWERS = 8192;
const LONGEST = 10_000;

const NOT_KEPT: Keeping = { accepts: false, forMs: 0 };
const NO_OPINION: Decision = { decision: "noOpinion", reason: "" };

/** Authorizer that calls a webhook (apiserver/plugin/pkg/authorizer/webhook/webhook.go, Authorize). */
export function webhookAuthorizer(options: WebhookAuthorizerOptions): Authorizer {
  const { onFailure, matches } = options;
  const askOnce = rememberAnswers<Decision>(MOST_ANSWERS, options.now);
  const keeping = ({ decision, error }: Decision): Keeping => {
    // A decision that both allows and denies has an error. It is cached like an allowing one.
    const accepts = decision === "allow" || error !== undefined;
    return { accepts, forMs: accepts ? options.authorizedMs : options.unauthorizedMs };
  };
  const failed = (error: unknown): Decision => ({ decision: onFailure, reason: "", error: messageOf(error) });
  return (attributes) => {
    const spec = reviewSpec(attributes);
    const isMeant = matches(spec);
    if (typeof isMeant === "string") return { decision: onFailure, reason: "", error: isMeant };
    if (!isMeant) return NO_OPINION;
    const ask = async (): Promise<Decision> => decisionOf(await options.ask(spec));
    const answer = askOnce(
      JSON.stringify(spec),
      ask,
      sizeOf(attributes) < LONGEST ? keeping : () => NOT_KEPT,
    );
    return answer instanceof Promise ? answer.catch(failed) : answer;
  };
}

function decisionOf({ allowed, denied, reason: said }: JsonObject): Decision {
  const reason = typeof said === "string" ? said : "";
  if (denied === true && allowed === true)
    return {
      decision: "deny",
      reason,
      error: "webhook subject access review returned both allow and deny response",
    };
  if (denied === true) return { decision: "deny", reason };
  return { decision: allowed === true ? "allow" : "noOpinion", reason };
}

const sizeOf = (a: AuthorizationAttributes): number =>
  [a.namespace, a.verb, a.group, a.version, a.resource, a.subresource, a.name, a.path].join("").length;

/**
 * Returns the spec of a SubjectAccessReview for an authorization check. Empty values are left out
 * (apiserver/plugin/pkg/authorizer/webhook/webhook.go, Authorize).
 */
function reviewSpec(attributes: AuthorizationAttributes): JsonObject {
  const { user, verb, path, isResource } = attributes;
  const { username, uid, groups, extra } = user;
  return {
    ...(isResource
      ? { resourceAttributes: resourceOf(attributes) }
      : { nonResourceAttributes: filled({ path, verb }) }),
    ...filled({ user: username }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(extra === undefined || Object.keys(extra).length === 0 ? {} : { extra: copied(extra) }),
    ...filled({ uid: uid ?? "" }),
  };
}

function resourceOf(attributes: AuthorizationAttributes): JsonObject {
  const { namespace, verb, group, version, resource, subresource, name } = attributes;
  const fields = fieldRequirements(attributes).map(({ field, operator, value }) => ({
    key: field,
    operator: operator === "!=" ? "NotIn" : "In",
    values: [value],
  }));
  const labels = labelRequirements(attributes).flatMap(({ key, operator, values }) => {
    const name = OPERATORS[operator];
    if (name === undefined) return [];
    return [{ key, operator: name, ...(values.length === 0 ? {} : { values: [...values] }) }];
  });
  return {
    ...filled({ namespace, verb, group, version, resource, subresource, name }),
    ...(fields.length === 0 ? {} : { fieldSelector: { requirements: fields } }),
    ...(labels.length === 0 ? {} : { labelSelector: { requirements: labels } }),
  };
}

/**
 * Operators of label selectors. Numbers cannot be compared there; such a condition is left out, and the check
 * is then for more objects.
 */
const OPERATORS: Readonly<Partial<Record<SelectorOperator, string>>> = {
  "=": "In",
  "==": "In",
  in: "In",
  "!=": "NotIn",
  notin: "NotIn",
  exists: "Exists",
  "!": "DoesNotExist",
};

const filled = (texts: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));

const copied = (extra: Readonly<Record<string, readonly string[]>>): Json =>
  Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]]));
