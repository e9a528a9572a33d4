import { messageOf } from "../../api/describe-error.ts";
import type { JsonObject } from "../../api/json.ts";
import { currentWork, Pending } from "../../api/pending.ts";
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

const NO_OPINION: Decision = { decision: "noOpinion", reason: "" };

/** A service that decides (apiserver/plugin/pkg/authorizer/webhook/webhook.go, Authorize). */
export function webhookAuthorizer(options: WebhookAuthorizerOptions): Authorizer {
  const { onFailure, matches, now } = options;
  const kept = new Map<string, { readonly decision: Decision; readonly until: number }>();
  const underWay = new Map<string, Promise<Decision>>();
  const ofWork = new WeakMap<object, Map<string, Decision>>();
  const ask = async (key: string, spec: JsonObject, isShort: boolean): Promise<Decision> => {
    try {
      const decision = decisionOf(await options.ask(spec));
      const ttl = decision.decision === "allow" ? options.authorizedMs : options.unauthorizedMs;
      if (isShort && ttl > 0) {
        if (kept.size >= MOST_ANSWERS) kept.clear();
        kept.set(key, { decision, until: now() + ttl });
      }
      return decision;
    } catch (error) {
      return { decision: onFailure, reason: "", error: messageOf(error) };
    } finally {
      underWay.delete(key);
    }
  };
  return (attributes) => {
    const spec = reviewSpec(attributes);
    const isMeant = matches(spec);
    if (typeof isMeant === "string") return { decision: onFailure, reason: "", error: isMeant };
    if (!isMeant) return NO_OPINION;
    const key = JSON.stringify(spec);
    const work = currentWork();
    const answer = (work && ofWork.get(work)?.get(key)) ?? fresh(kept.get(key), now());
    if (answer !== undefined) return answer;
    const waiting = underWay.get(key) ?? ask(key, spec, sizeOf(attributes) < LONGEST);
    underWay.set(key, waiting);
    throw new Pending(
      waiting.then((decision) => {
        if (work !== undefined) ofWork.set(work, (ofWork.get(work) ?? new Map()).set(key, decision));
      }),
    );
  };
}

function fresh(
  answer: { readonly decision: Decision; readonly until: number } | undefined,
  now: number,
): Decision | undefined {
  return answer !== undefined && now < answer.until ? answer.decision : undefined;
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
