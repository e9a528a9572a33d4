import type { ColorWhen } from "../terminal.ts";
/** Flags of `sallyport explain`, as commander reads them. */
export interface ExplainFlags {
  readonly filename: readonly string[];
  readonly operation?: string;
  readonly old?: string;
  readonly as?: string;
  readonly asGroup: readonly string[];
  readonly subresource?: string;
  readonly resource?: string;
  readonly namespace?: string;
  readonly dryRun?: boolean;
  readonly call?: boolean;
  readonly service: readonly string[];
  readonly handlers?: string;
  readonly answers?: string;
  readonly last?: boolean;
  readonly auditId?: string;
  readonly shadow?: string;
  readonly recorded?: string;
  readonly kubeconfig?: string;
  readonly kubernetesVersion?: string;
  readonly webhook?: string;
  readonly blame?: boolean;
  readonly exitCode?: boolean;
  readonly absent?: boolean;
  readonly precondition: readonly string[];
  readonly option: readonly string[];
  readonly timeout?: string;
  readonly validate?: string;
  readonly output: "text" | "json";
  readonly color: ColorWhen;
}
