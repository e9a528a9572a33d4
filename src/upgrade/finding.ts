/** Severities, the highest first. */
export const SEVERITIES = ["error", "warning", "note"] as const;

/** `error`: it fails after the upgrade. `warning`: it behaves differently. `note`: to be known. */
export type Severity = (typeof SEVERITIES)[number];

/** Kinds of findings in the order of a report: usual severity, and title, which is also the rule of SARIF. */
export const CONCERNS = {
  "not-served": { severity: "error", title: "API versions that are not served any more" },
  refused: { severity: "error", title: "Refused after the upgrade" },
  failing: { severity: "error", title: "Webhooks that fail after the upgrade" },
  "flag-gone": { severity: "error", title: "Flags that are gone" },
  "gate-gone": { severity: "error", title: "Feature gates that are gone" },
  "gate-locked": { severity: "error", title: "Feature gates that cannot be set any more" },
  "rule-not-served": { severity: "error", title: "Rules that match nothing any more" },
  "rule-not-sent": { severity: "warning", title: "Rules for requests that webhooks no longer receive" },
  "rule-misses": { severity: "warning", title: "Rules that miss something new" },
  "right-missing": { severity: "warning", title: "Rights that are not sufficient any more" },
  admitted: { severity: "warning", title: "Admitted after the upgrade" },
  stored: { severity: "warning", title: "Stored differently" },
  expression: { severity: "warning", title: "Expressions that differ" },
  "gate-default": { severity: "note", title: "Feature gates with another default" },
  "flag-changed": { severity: "warning", title: "Flags with another meaning" },
  configuration: { severity: "warning", title: "Configuration files with another meaning" },
  warned: { severity: "note", title: "Other warnings" },
  "refused-otherwise": { severity: "note", title: "Refused with another message" },
  deprecated: { severity: "note", title: "Deprecated API versions that are still served" },
  behavior: { severity: "note", title: "Other changes of behavior" },
} as const satisfies Readonly<Record<string, { readonly severity: Severity; readonly title: string }>>;

/** Kind of a finding. */
export type Concern = keyof typeof CONCERNS;

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
