import type { KubeObject } from "../api/meta.ts";
import type { JsonObject } from "../json/value.ts";

/** The decision of a webhook about a request. Create it with `allow`, `deny` and `patched`. */
export type Decision = Allowed | Denied;

/** The request is allowed, as it is or changed. Create it with `allow` or `patched`. */
export interface Allowed {
  readonly kind: "allowed";
  /** The changed object, from which the patch is computed. Absent: no change. */
  readonly object?: KubeObject | JsonObject;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

/** The request is refused. Create it with `deny`. */
export interface Denied {
  readonly kind: "denied";
  /** Text that the client sees after `denied the request: `. */
  readonly message: string;
  /** HTTP status for the client; default 403. */
  readonly code: number;
  /** The reason in the Status that the client gets, such as `Forbidden`. */
  readonly reason: string;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

/** Additional parts of every decision. Default: none. */
export interface DecisionOptions {
  /** Warning headers for the client; each should have at most 120 characters. */
  readonly warnings?: readonly string[];
  /** Written to the audit log under `<webhook name>/<key>`; keys without `/`. */
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/**
 * Allows the request.
 *
 * @example
 * ```ts
 * import { allow } from "sallyport/webhook";
 * allow({ warnings: ["no owner label"] }).kind; // "allowed"
 * ```
 */
export function allow({ warnings = [], auditAnnotations = {} }: DecisionOptions = {}): Allowed {
  return { kind: "allowed", warnings, auditAnnotations };
}

/** Allows the request with a changed object. Only for mutating webhooks. */
export function patched(object: KubeObject | JsonObject, options: DecisionOptions = {}): Allowed {
  return { ...allow(options), object };
}

/** Additional parts of a denial. */
export interface DenyOptions extends DecisionOptions {
  /** HTTP status for the client; default 403. */
  readonly code?: number;
  /** The reason in the Status that the client gets, such as `Conflict`; default `Forbidden`. */
  readonly reason?: string;
}

/** Refuses the request; the client sees `admission webhook "<name>" denied the request: <message>`. */
export function deny(
  message: string,
  { code = 403, reason = "Forbidden", warnings = [], auditAnnotations = {} }: DenyOptions = {},
): Denied {
  return { kind: "denied", message, code, reason, warnings, auditAnnotations };
}
