import type { JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";

/** What a webhook says of one request. Made with `allow`, `deny` and `patched`. */
export type Decision = Allowed | Denied;

export interface Allowed {
  readonly kind: "allowed";
  /** The object as it should be; the patch is computed from it. Absent: it stays as it is. */
  readonly object?: KubeObject | JsonObject;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

export interface Denied {
  readonly kind: "denied";
  readonly message: string;
  /** HTTP status that the client sees; default 403. */
  readonly code: number;
  readonly reason: string;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

export interface DecisionOptions {
  /** Shown to the client as Warning headers; at most 120 characters each are advised. */
  readonly warnings?: readonly string[];
  /** Written to the audit log under `<webhook name>/<key>`; keys without `/`. */
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/**
 * Lets the request pass.
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

/** Lets the request pass with a changed object. Only for mutating webhooks. */
export function patched(object: KubeObject | JsonObject, options: DecisionOptions = {}): Allowed {
  return { ...allow(options), object };
}

export interface DenyOptions extends DecisionOptions {
  readonly code?: number;
  readonly reason?: string;
}

/** Refuses the request; the client sees `admission webhook "<name>" denied the request: <message>`. */
export function deny(
  message: string,
  { code = 403, reason = "Forbidden", warnings = [], auditAnnotations = {} }: DenyOptions = {},
): Denied {
  return { kind: "denied", message, code, reason, warnings, auditAnnotations };
}
