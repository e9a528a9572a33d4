import type { KubeObject } from "../api/meta.ts";
import { clone } from "../json/object.ts";
import type { JsonObject } from "../json/value.ts";
import { type Allowed, allow, type Decision, patched } from "./decision.ts";
import { handledOperations, pickHandler } from "./handlers.ts";
import type { Registration } from "./registration.ts";
import { isReviewed, type Operation, type WebhookRequest } from "./request.ts";

/** A webhook as a value: serve it with `serveWebhooks`, or call `decide` in a test. */
export interface Webhook {
  readonly kind: "mutating" | "validating";
  /** URL path, starting with `/`. */
  readonly path: string;
  /** The configuration for manifests. */
  readonly registration: Registration;
  /** The operations with handlers: the default for rules without operations. */
  readonly operations: readonly Operation[];
  decide(request: WebhookRequest): Promise<Decision>;
}

/** The path alone, or the configuration. The default path is `/` and the first label of the name. */
export type WebhookOptions = Registration & { readonly path?: string };

/** The result of a mutating function: nothing or true (it changed the object in place), an object, or a decision. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that ends without `return` gives back void.
export type Mutation<T extends object = KubeObject> = void | undefined | true | T | Decision;
/** Changes an object, or returns a decision. */
export type Change<T extends object> = (
  object: T,
  request: WebhookRequest<T>,
) => Mutation<T> | Promise<Mutation<T>>;

/** The result of a validating function: nothing or true (allowed), or a decision. */
// biome-ignore lint/suspicious/noConfusingVoidType: as above.
export type Validation = void | undefined | true | Decision;
/** Decides whether a request is allowed. */
export type Check<Subject, T extends object> = (
  subject: Subject,
  request: WebhookRequest<T>,
) => Validation | Promise<Validation>;

/** A function for each operation. Requests for other operations are allowed. */
export interface MutatingHandlers<T extends object = KubeObject> {
  /** Changes `object`, or returns another object or a decision. */
  create?(object: T, request: WebhookRequest<T>): Mutation<T> | Promise<Mutation<T>>;
  /** The same for an update; `request.oldObject` is the stored object. */
  update?(object: T, request: WebhookRequest<T>): Mutation<T> | Promise<Mutation<T>>;
  /** A deleted object cannot be changed, but its deletion can be refused. */
  delete?(oldObject: T, request: WebhookRequest<T>): Validation | Promise<Validation>;
  /** Decides about a connection, such as `pods/exec`; `options` is PodExecOptions there. */
  connect?(options: JsonObject, request: WebhookRequest<T>): Validation | Promise<Validation>;
  /** Handlers for subresources (`status`, `scale`). Without them, the functions above also receive requests for subresources. */
  readonly subresources?: Readonly<Record<string, MutatingHandlers>>;
}

/** A function for each operation. Requests for other operations are allowed. */
export interface ValidatingHandlers<T extends object = KubeObject> {
  create?(object: T, request: WebhookRequest<T>): Validation | Promise<Validation>;
  update?(
    object: T,
    request: WebhookRequest<T> & { readonly oldObject: T },
  ): Validation | Promise<Validation>;
  /** `oldObject` is the object that is to be deleted. */
  delete?(oldObject: T, request: WebhookRequest<T>): Validation | Promise<Validation>;
  /** Decides about a connection, such as `pods/exec`; `options` is PodExecOptions there. */
  connect?(options: JsonObject, request: WebhookRequest<T>): Validation | Promise<Validation>;
  /**
   * Handlers for subresources (`status`, `scale`). Without them, the functions above also receive requests for
   * subresources.
   */
  readonly subresources?: Readonly<Record<string, ValidatingHandlers>>;
}

/**
 * A webhook that may change objects. The function receives a copy of the object, and changes it or returns another one.
 * The JSON patch is computed. A single function is called for CREATE and UPDATE. A request without an object is allowed
 * without a call.
 *
 * @example
 * ```ts
 * import { mutating, on } from "sallyport/webhook";
 * const addLabel = mutating("/label", (object) => {
 *   object.metadata.labels = { ...object.metadata.labels, team: "a" };
 * });
 * addLabel.kind; // "mutating"
 * const limits = mutating(
 *   { name: "limits.example.com", rules: [on("v1", "pods")], failurePolicy: "Ignore" },
 *   { create: (pod) => { pod.metadata.annotations = { limited: "yes" }; } },
 * );
 * limits.path; // "/limits"
 * limits.operations; // ["CREATE"]
 * ```
 */
export function mutating<T extends object = KubeObject>(
  options: string | WebhookOptions,
  handlers: Change<T> | MutatingHandlers<T>,
): Webhook {
  const untyped = handlers as Change<KubeObject> | MutatingHandlers;
  const byOperation: MutatingHandlers =
    typeof untyped === "function" ? { create: untyped, update: untyped } : untyped;
  return {
    kind: "mutating",
    ...identity(options),
    operations: handledOperations(byOperation),
    async decide(request) {
      const handler = pickHandler<Mutation>(byOperation, request);
      if (handler === undefined) return allow();
      if (request.operation === "DELETE" || request.operation === "CONNECT")
        return verdictOf(await handler(subjectOf(request), request));
      if (request.object === null) return allow();
      const object = clone(request.object);
      return decisionOf(object, await handler(object, request));
    },
  };
}

/**
 * A webhook that allows or denies requests. A single function is called for CREATE, UPDATE and DELETE; its
 * `object` is null on DELETE.
 *
 * @example
 * ```ts
 * import { deny, validating } from "sallyport/webhook";
 * const keep = validating("/keep", {
 *   delete: (object) => (object.metadata.labels?.keep === "yes" ? deny("the label `keep` protects it") : true),
 * });
 * keep.operations; // ["DELETE"]
 * ```
 */
export function validating<T extends object = KubeObject>(
  options: string | WebhookOptions,
  handlers: Check<T | null, T> | ValidatingHandlers<T>,
): Webhook {
  const untyped = handlers as Check<KubeObject | null, KubeObject> | ValidatingHandlers;
  const alone = typeof untyped === "function" ? untyped : undefined;
  const byOperation: ValidatingHandlers =
    typeof untyped === "function" ? { create: untyped, update: untyped, delete: untyped } : untyped;
  return {
    kind: "validating",
    ...identity(options),
    operations: handledOperations(byOperation),
    async decide(request) {
      if (alone !== undefined) return verdictOf(await alone(request.object, request));
      const handler = pickHandler<Validation>(byOperation, request);
      return handler === undefined ? allow() : verdictOf(await handler(subjectOf(request), request));
    },
  };
}

function identity(options: string | WebhookOptions): Pick<Webhook, "path" | "registration"> {
  if (typeof options === "string") return { path: options, registration: {} };
  const { path, ...registration } = options;
  if (path === undefined && registration.name === undefined)
    throw new TypeError(
      "a webhook needs a `path` (where it is served) or a `name` (such as `sidecar.example.com`)",
    );
  return { path: path ?? `/${registration.name?.split(".")[0]}`, registration };
}

/**
 * Returns the argument of the handler: the object, or the old object of a deletion, or the options of a
 * CONNECT.
 */
function subjectOf(request: WebhookRequest): KubeObject {
  const subject = request.operation === "CONNECT" ? (request.object ?? request.options) : request.object;
  const given = subject ?? request.oldObject;
  return isReviewed(given) ? given : { metadata: {} };
}

function verdictOf(result: Mutation): Decision {
  if (result === undefined || result === true) return allow();
  assertDecided(result);
  if (!isDecision(result))
    throw new TypeError("the handler returned an object, and only a decision counts here");
  return result;
}

/**
 * Throws for results that are not decisions, such as `false` and `null` from code without types. A denial
 * needs a message for the client.
 */
function assertDecided(result: object): void {
  if (typeof result !== "object" || result === null)
    throw new TypeError(
      `the handler returned ${String(result)}: return deny("why") to refuse, and true to allow`,
    );
}

function decisionOf(object: KubeObject, result: Mutation): Decision {
  if (result === undefined || result === true) return patched(object);
  assertDecided(result);
  if (!isDecision(result)) return patched(result);
  return result.kind === "allowed" && result.object === undefined ? withObject(result, object) : result;
}

const withObject = (decision: Allowed, object: KubeObject): Allowed => ({ ...decision, object });

const isDecision = (value: KubeObject | Decision): value is Decision =>
  (value.kind === "allowed" || value.kind === "denied") && "warnings" in value;
