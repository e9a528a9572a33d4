/** Severities, the highest first. */
export const SEVERITIES = ["error", "warning", "note"] as const;

/** `error`: it fails after the upgrade. `warning`: it behaves differently. `note`: to be known. */
export type Severity = (typeof SEVERITIES)[number];

/** Kinds of findings with their usual severity, in the order of a report. */
export const CONCERNS = {
  "not-served": "error",
  refused: "error",
  failing: "error",
  "flag-gone": "error",
  "gate-gone": "error",
  "gate-locked": "error",
  "rule-not-served": "error",
  "rule-not-sent": "warning",
  "rule-misses": "warning",
  "right-missing": "warning",
  admitted: "warning",
  stored: "warning",
  expression: "warning",
  "gate-default": "note",
  "flag-changed": "warning",
  configuration: "warning",
  warned: "note",
  "refused-otherwise": "note",
  deprecated: "note",
  behavior: "note",
} as const satisfies Readonly<Record<string, Severity>>;

/** Kind of a finding. */
export type Concern = keyof typeof CONCERNS;

/** Meaning of the concerns, as titles and as rules of SARIF. */
export const TITLES: Readonly<Record<Concern, string>> = {
  "not-served": "API versions that are not served any more",
  refused: "Refused after the upgrade",
  failing: "Webhooks that fail after the upgrade",
  "flag-gone": "Flags that are gone",
  "gate-gone": "Feature gates that are gone",
  "gate-locked": "Feature gates that cannot be set any more",
  "rule-not-served": "Rules that match nothing any more",
  "rule-not-sent": "Rules for requests that webhooks no longer receive",
  "rule-misses": "Rules that miss something new",
  "right-missing": "Rights that are not sufficient any more",
  admitted: "Admitted after the upgrade",
  stored: "Stored differently",
  expression: "Expressions that differ",
  "gate-default": "Feature gates with another default",
  "flag-changed": "Flags with another meaning",
  configuration: "Configuration files with another meaning",
  warned: "Other warnings",
  "refused-otherwise": "Refused with another message",
  deprecated: "Deprecated API versions that are still served",
  behavior: "Other changes of behavior",
};

/** A client that sent requests. */
export interface Client {
  /** The User-Agent without its system and commit: `kubectl/v1.34.1`; empty if it is not known. */
  readonly agent: string;
  readonly user: string;
  readonly count: number;
}

/** An object with the finding. */
export interface Place {
  /** `Deployment shop/web`. */
  readonly of: string;
  /** JSON pointer to the value. */
  readonly path: string;
  /** File of the object; empty if it was read from a cluster. */
  readonly file: string;
  /** Line in the file, from 1; 0 if there is no file. */
  readonly line: number;
}

/** One cause, with all requests and objects that it concerns. */
export interface Finding {
  readonly concern: Concern;
  readonly severity: Severity;
  /** The cause in a sentence. */
  readonly cause: string;
  /** The feature gate that explains it; empty if none alone does. */
  readonly gate: string;
  /** The change that cures it; empty if there is nothing to do. */
  readonly change: string;
  readonly requests: number;
  /** Their clients, the most frequent first. */
  readonly clients: readonly Client[];
  /** Ids of the first requests. */
  readonly ids: readonly string[];
  readonly places: readonly Place[];
  /** Number of objects; `places` has the first of them. */
  readonly objects: number;
  /** Lines about the first request or object: before, after, differing fields. */
  readonly example: readonly string[];
}

/** Input of `FindingBuilder.add`: one request or one object with a cause. */
export interface Found {
  readonly concern: Concern;
  readonly severity?: Severity;
  readonly cause: string;
  readonly gate?: string;
  readonly change?: string;
  readonly request?: {
    readonly id: string;
    readonly agent: string;
    readonly user: string;
    readonly count?: number;
  };
  readonly place?: Place;
  readonly example?: readonly string[];
}
