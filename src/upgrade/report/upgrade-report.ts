import type { Counted } from "../../replay/report/replay-report.ts";
import { CONCERNS, type Finding, SEVERITIES, type Severity } from "../finding.ts";

/** Output of `sallyport upgrade --output json`. Members may be added; within `v1` none is renamed or removed. */
export interface UpgradeReport {
  readonly apiVersion: "upgrade.sallyport/v1";
  readonly kind: "Report";
  /** `1.34` */
  readonly from: string;
  readonly to: string;
  /** The recording or the audit logs; empty if there is none. */
  readonly recording: string;
  readonly requests: RequestNumbers;
  readonly objects: ObjectNumbers;
  /** The most severe first. */
  readonly findings: readonly Finding[];
  /** Feature gates of kube-apiserver whose state differs, with the settings of the cluster. */
  readonly gates: readonly GateDifference[];
  /** Requests that could not be decided, by reason. */
  readonly undecided: readonly Counted[];
  /** Calls of webhooks that were taken to allow the request, by webhook. */
  readonly assumed: readonly Counted[];
  readonly notes: readonly string[];
  /** Parts of a cluster that are not known. */
  readonly unknown: readonly string[];
}

interface RequestNumbers {
  readonly total: number;
  readonly same: number;
  readonly notServed: number;
}

interface ObjectNumbers {
  readonly total: number;
  /** Objects that were created with both versions. */
  readonly created: number;
}

/** A feature gate that has another state in the new version. */
interface GateDifference {
  readonly gate: string;
  readonly before: boolean;
  readonly after: boolean;
  /** True if no flag can set it in the new version. */
  readonly locked: boolean;
}

/** Counts findings by severity. */
export const countSeverities = (findings: readonly Finding[]): Readonly<Record<Severity, number>> => {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
};

/** True if a severity is at least as high as `least`. */
export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);

/** Whatever is read, these parts of a cluster are not. */
export const UNKNOWN: readonly string[] = [
  "nodes: kubelets, container runtimes, kernels, and whether running pods keep running",
  "controllers of Kubernetes and of other projects: what they write after the upgrade, and which versions they need",
  "API servers behind APIServices, and webhooks that are not called: they may treat the new version differently",
  "requests that are not in the recording, and objects that were not read",
];

/** Concerns in the order of a report. */
export const CONCERN_ORDER = Object.keys(CONCERNS) as (keyof typeof CONCERNS)[];
