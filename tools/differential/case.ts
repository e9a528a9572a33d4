import type { Json } from "../../src/json/value.ts";
import type { Encoding } from "./bodies/encodings.ts";
import type { KubectlCommand } from "./kubectl/command.ts";

export type HeaderValue = string | null | readonly string[];

/**
 * One request. Texts may contain `{{ns}}`, the namespace of the case, and `{{id}}`, a word that no other case has.
 * Both have the same length in every run, because the length of a name can matter. In paths, query parameters,
 * headers and bodies, `{{=step:/pointer}}` is replaced by that value of an earlier step's response.
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
  /** Encoding of `body`; default: JSON. */
  readonly encoding?: Encoding;
  /** The body as bytes, in base64. */
  readonly base64?: string;
  /** The body is the response of an earlier step with edits; `body` is used if that step was refused. */
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
  /** A command of kubectl, which sends its own requests. */
  readonly kubectl?: KubectlCommand;
  /** No request: waits until all earlier registrations are in effect. */
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
  /** Conversions of a conversion webhook, instead of a fixed answer. */
  readonly converts?: Converts;
}

/**
 * Changes of objects that are converted to a version, by its name (`v2`): a move from one JSON pointer to another, or
 * a value that is set. Without a target the member is removed.
 */
export type Converts = Readonly<Record<string, readonly (readonly [from: string, to: string, set?: Json])[]>>;

/** Sets the value `at` a JSON pointer, or removes it. Missing parents are created. */
export interface Edit {
  readonly at: string;
  readonly set?: Json;
}

/** Requests that belong together. No case needs another. */
export interface Case {
  readonly area: string;
  readonly steps: readonly Step[];
  /** True if the case needs its own namespace, because its objects change the responses to other cases. */
  readonly alone?: boolean;
  /** True if the objects that it creates are not removed. */
  readonly stays?: boolean;
  /** Removed afterwards, because they change how others are answered. */
  readonly after?: readonly string[];
  /**
   * The webhooks at `{{hooks}}/name` with the authority `{{caBundle}}`, and their answers to the first call, the
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
