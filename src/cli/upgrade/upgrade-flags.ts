import type { Severity } from "../../upgrade/finding.ts";
import type { ColorWhen } from "../terminal.ts";

/** Flags of `sallyport upgrade`, as commander reads them. */
export interface UpgradeFlags {
  readonly from: string;
  readonly to: string;
  readonly filename: readonly string[];
  readonly kubeconfig?: string;
  readonly runtimeConfig: readonly string[];
  readonly featureGates: readonly string[];
  readonly call?: boolean;
  readonly service: readonly string[];
  readonly handlers?: string;
  readonly disableAdmissionPlugins?: string;
  readonly failOn: Severity | "never";
  readonly output: "text" | "json" | "sarif" | "html";
  readonly color: ColorWhen;
}
