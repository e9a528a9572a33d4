import type { KubeObject } from "../api/meta.ts";
import { type Allowed, allow, type Decision, patched } from "./decision.ts";
import type { WebhookRequest } from "./request.ts";

/** A webhook as a value: serve it with `serveWebhooks`, or call `decide` in a test. */
export interface Webhook {
  readonly kind: "mutating" | "validating";
  /** URL path under which it is served, beginning with `/`. */
  readonly path: string;
  decide(request: WebhookRequest): Promise<Decision>;
}

/** What a mutating function may give back: nothing (the object was changed in place), an object, or a decision. */
export type Mutation = undefined | KubeObject | Decision;

/**
 * A webhook that may change objects. The function gets a copy of the object and changes it, or returns another one;
 * the JSON patch is computed. DELETE and CONNECT requests without an object are allowed without asking it.
 *
 * @example
 * ```ts
 * import { mutating } from "sallyport/webhook";
 * const addLabel = mutating("/label", (object) => {
 *   object.metadata.labels = { ...object.metadata.labels, team: "a" };
 * });
 * addLabel.kind; // "mutating"
 * ```
 */
export function mutating(
  path: string,
  change: (object: KubeObject, request: WebhookRequest) => Mutation | Promise<Mutation>,
): Webhook {
  return {
    kind: "mutating",
    path,
    async decide(request) {
      if (request.object === null) return allow();
      const object = structuredClone(request.object);
      return decisionOf(object, await change(object, request));
    },
  };
}

/** What a validating function may give back: nothing or true (allowed), or a decision. */
export type Validation = undefined | true | Decision;

/** A webhook that says yes or no. `object` is null on DELETE. */
export function validating(
  path: string,
  check: (object: KubeObject | null, request: WebhookRequest) => Validation | Promise<Validation>,
): Webhook {
  return {
    kind: "validating",
    path,
    async decide(request) {
      const result = await check(request.object, request);
      return result === undefined || result === true ? allow() : result;
    },
  };
}

function decisionOf(object: KubeObject, result: Mutation): Decision {
  if (result === undefined) return patched(object);
  if (!isDecision(result)) return patched(result);
  return result.kind === "allowed" && result.object === undefined ? withObject(result, object) : result;
}

const withObject = (decision: Allowed, object: KubeObject): Allowed => ({ ...decision, object });

const isDecision = (value: KubeObject | Decision): value is Decision =>
  (value.kind === "allowed" || value.kind === "denied") && "warnings" in value;
