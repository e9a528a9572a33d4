import type { LabelSelector } from "../api/label-selector.ts";

/** A selector, or the text of what is wrong with it. */
export type CompiledSelector =
  | { readonly kind: "selector"; readonly selector: LabelSelector }
  | { readonly kind: "broken"; readonly message: string };

/** A rule of a webhook or of a policy, with all its lists; the rule of `sallyport/webhook` is what is written. */
export interface Rule {
  readonly operations: readonly string[];
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
  /** Absent counts as `*`. */
  readonly scope: string | undefined;
}

/** A rule of a policy or a binding. */
export interface NamedRule extends Rule {
  /** Undefined: every name. */
  readonly names: ReadonlySet<string> | undefined;
}
