import type { Severity } from "../../lint/finding.ts";
import type { ColorWhen } from "../terminal.ts";

/** Flags of `sallyport lint`, as commander reads them. */
export interface LintFlags {
  readonly kubeconfig?: string;
  readonly kustomize?: readonly string[];
  readonly kubernetesVersion?: string;
  readonly dial?: boolean;
  readonly try?: boolean;
  readonly samples?: readonly string[];
  readonly handlers?: string;
  readonly service: readonly string[];
  readonly down?: string;
  readonly budgets?: boolean;
  readonly graph?: string;
  readonly failOn: Severity | "never";
  readonly output: "text" | "json" | "sarif" | "junit";
  readonly color: ColorWhen;
}
