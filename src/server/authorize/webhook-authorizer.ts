import { messageOf } from "../../api/describe-error.ts";
import type { JsonObject } from "../../api/json.ts";
import type { Keeping } from "../kept-answers.ts";
import { rememberAnswers } from "../remember-answers.ts";
import type { AuthorizationAttributes } from "./attributes.ts";
import type { Authorizer, Decision } from "./authorize.ts";
import { reviewSpec } from "./review-spec.ts";

export interface WebhookAuthorizerOptions {
  /** How long answers are kept, in milliseconds; 0: not at all. */
  readonly authorizedMs: number;
  readonly unauthorizedMs: number;
  readonly onFailure: "noOpinion" | "deny";
  /** Whether the service is asked about this at all; a text: why that cannot be found out. */
  matches(spec: JsonObject): boolean | string;
  /** Answers the status of a SubjectAccessReview. Rejects with the reference's text. */
  ask(spec: JsonObject): Promise<JsonObject>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Answers that are kept, and characters of what a client chooses of a question whose answer is. */
const MOST_ANSWERS = 8192;
const LONGEST = 10_000;

const NOT_KEPT: Keeping = { accepts: false, forMs: 0 };
const NO_OPINION: Decision = { decision: "noOpinion", reason: "" };

/** A service that decides (apiserver/plugin/pkg/authorizer/webhook/webhook.go, Authorize). */
export function webhookAuthorizer(options: WebhookAuthorizerOptions): Authorizer {
  const { onFailure, matches } = options;
  const askOnce = rememberAnswers<Decision>(MOST_ANSWERS, options.now);
  const keeping = ({ decision, error }: Decision): Keeping => {
    // What is allowed and denied at once has an error, and is kept as what is allowed.
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
