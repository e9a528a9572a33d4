/** From the gravest to the slightest. */
export const SEVERITIES = ["error", "warning", "info"] as const;

export type Severity = (typeof SEVERITIES)[number];

/** One thing that a rule has found. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly object: ObjectName;
  /** The webhook of a configuration that it is about; empty: the object as a whole. */
  readonly webhook: string;
  /** A JSON pointer into the object. */
  readonly path: string;
  /** Empty for what was read from a cluster. */
  readonly file: string;
  /** From 1; 0 where there is no file. */
  readonly line: number;
  readonly message: string;
  /** What to do about it; empty where the message says it all. */
  readonly fix: string;
}

export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** A finding that an annotation of its object takes back. */
export interface Suppressed {
  readonly finding: Finding;
  readonly reason: string;
}

export interface LintReport {
  /** By file and line. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  /** How much was looked at. */
  readonly looked: {
    readonly objects: number;
    readonly webhooks: number;
    readonly policies: number;
  };
  /** What could not be looked at. */
  readonly notes: readonly string[];
}

/** As grave as `least` or graver. */
export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
