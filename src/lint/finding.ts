/** Severities, the highest first. */
export const SEVERITIES = ["error", "warning", "info"] as const;

/** `error`, `warning` or `info`. */
export type Severity = (typeof SEVERITIES)[number];

/** A problem that a rule has found. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly object: ObjectName;
  /** The webhook of a configuration; empty if the finding is about the object as a whole. */
  readonly webhook: string;
  /** A JSON pointer into the object. */
  readonly path: string;
  /** File of the object; empty if it was read from a cluster. */
  readonly file: string;
  /** Line in the file, from 1; 0 if there is no file. */
  readonly line: number;
  readonly message: string;
  /** Proposed change; empty if the message is sufficient. */
  readonly fix: string;
}

/** The object of a finding. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** A finding that an annotation of its object suppresses. */
export interface Suppressed {
  readonly finding: Finding;
  readonly reason: string;
}

/** Result of `lint`. */
export interface LintReport {
  /** Findings, sorted by file and line. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  /** Numbers of checked objects, webhooks and policies. */
  readonly looked: {
    readonly objects: number;
    readonly webhooks: number;
    readonly policies: number;
  };
  /** Parts of the input that could not be checked. */
  readonly notes: readonly string[];
}

/** True if a severity is at least as high as `least`. */
export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
