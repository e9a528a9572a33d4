import type { Json } from "../../src/api/json.ts";
import type { Encoding } from "./bodies/encodings.ts";
import type { KubectlCommand } from "./kubectl/command.ts";

export type HeaderValue = string | null | readonly string[];

/**
 * One request. Texts may hold `{{ns}}`, the namespace of the case, and `{{id}}`, a word that no other case has; both are
 * as long in every run, since the length of a name may matter. In paths, query parameters, headers and bodies `{{=step:/pointer}}` is what
 * an earlier step was answered there.
 */
export interface Step {
  /** Unique in its case. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  /** Null: without a header that is sent otherwise; a list: once for each value. */
  readonly headers?: Readonly<Record<string, HeaderValue>>;
  readonly body?: Json;
  /** A body that is sent as it is. */
  readonly text?: string;
  /** In what other form than JSON `body` is sent. */
  readonly encoding?: Encoding;
  /** The same for bytes. */
  readonly base64?: string;
  /** The body is what an earlier step was answered, changed; `body`, when it was refused. */
  readonly from?: { readonly step: string; readonly edits: readonly Edit[] };
  /** Read as a stream until there are this many events, or until no event arrives for some time. */
  readonly watch?: { readonly events: number };
  /** Repeated until the response has this status, because earlier writes take effect after some time. Not compared. */
  readonly until?: number;
  /** Sent only when an earlier step had that status; `until` would wait in vain. Not compared. */
  readonly onlyAfter?: { readonly step: string; readonly status: number };
  /** Sent, but its answer is not compared. */
  readonly silent?: boolean;
  /**
   * True if other steps depend on this one: when a case is reduced, its body is not changed, except that whole
   * webhooks can be removed.
   */
  readonly isSetup?: boolean;
  /** No request of its own: kubectl sends what it needs. */
  readonly kubectl?: KubectlCommand;
  /** Nothing is sent: waits until what was registered so far is in effect. */
  readonly settle?: "webhooks" | "policies";
}

/**
 * Answer of a webhook; `{{uid}}` and `{{version}}` are those of the review, `{{objectUid}}` that of the first object
 * to convert. An object with `spec.pick` receives the answer with that number.
 */
export interface HookAnswer {
  readonly text?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Never. */
  readonly hang?: boolean;
  readonly close?: boolean;
  /** A conversion webhook that converts, instead of an answer of its own. */
  readonly converts?: Converts;
}

/**
 * Changes of objects that are converted to a version, by its name (`v2`): a move from one JSON pointer to another, or
 * a value that is set. Without a target the member is removed.
 */
export type Converts = Readonly<Record<string, readonly (readonly [from: string, to: string, set?: Json])[]>>;

/** Sets what is `at` a JSON pointer, or removes it. What leads there is made. */
export interface Edit {
  readonly at: string;
  readonly set?: Json;
}

/** Requests that belong together. No case needs another. */
export interface Case {
  readonly area: string;
  readonly steps: readonly Step[];
  /** A namespace of its own, because what it writes changes how others are answered. */
  readonly alone?: boolean;
  /** True if the objects that it creates are not removed. */
  readonly stays?: boolean;
  /** Removed afterwards, because they change how others are answered. */
  readonly after?: readonly string[];
  /**
   * The webhooks at `{{hooks}}/name`, whose authority is `{{caBundle}}`, and what they answer to their first call, their
   * second, …; the last answer repeats. Names begin with `m` (mutating) or `v`.
   */
  readonly hooks?: Readonly<Record<string, readonly HookAnswer[]>>;
  /** All events of each request are compared, whole. */
  readonly audits?: boolean;
}

/** The compared parts of a response. */
export interface Answer {
  readonly step: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  readonly body?: Json;
  /** A body that is no JSON. */
  readonly text?: string;
  /** Standard error of kubectl. Its exit status is `status` (200 for success), its output is `text`. */
  readonly stderr?: string;
  readonly events?: readonly Json[];
  /** Calls that webhooks received during the step. */
  readonly calls?: readonly Json[];
  /** Events of the request in the audit log. */
  readonly audit?: Json;
}

/** A difference between two responses. An absent side has no value at this place. */
export interface Difference {
  readonly step: string;
  /** JSON pointer into the answer: `/status`, `/body/spec/replicas`. */
  readonly path: string;
  readonly expected?: Json;
  readonly got?: Json;
}
