import type { ChangeKind } from "../../replay/change.ts";
import type { ColorWhen } from "../terminal.ts";

/** Flags of `sallyport replay`, as commander reads them. */
export interface ReplayFlags {
  readonly filename: readonly string[];
  readonly against: readonly string[];
  readonly call?: boolean;
  readonly service: readonly string[];
  readonly handlers?: string;
  /** Milliseconds. */
  readonly slowerThan: number;
  readonly disableAdmissionPlugins?: string;
  readonly kubernetesVersion?: string;
  readonly failOn: readonly ChangeKind[];
  readonly output: "text" | "json" | "sarif" | "html";
  readonly color: ColorWhen;
}
