import type { LabelSelector } from "../api/selectors/label-selector.ts";

/** A selector, or the text about the error in it. */
export type CompiledSelector =
  | { readonly kind: "selector"; readonly selector: LabelSelector }
  | { readonly kind: "broken"; readonly message: string };

/**
 * A rule of a webhook or of a policy, with all its lists; the rule type of `sallyport/webhook` is the written
 * form.
 */
export interface Rule {
  readonly operations: readonly string[];
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
  /** Absent: `*`. */
  readonly scope: string | undefined;
}

/** A rule of a policy or a binding. */
export interface NamedRule extends Rule {
  /** Undefined: every name. */
  readonly names: ReadonlySet<string> | undefined;
}
