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
  /** Read as a stream until there were so many events, or nothing came for a while. */
  readonly watch?: { readonly events: number };
  /** Asked again until this status comes: what was written before takes effect after a while. Not compared. */
  readonly until?: number;
  /** Sent only when an earlier step had that status; `until` would wait in vain. Not compared. */
  readonly onlyAfter?: { readonly step: string; readonly status: number };
  /** Sent, but its answer is not compared. */
  readonly silent?: boolean;
  /** What others rely on: when a case is made smaller, its body stays, but for whole webhooks. */
  readonly isSetup?: boolean;
  /** No request of its own: kubectl sends what it needs. */
  readonly kubectl?: KubectlCommand;
  /** Nothing is sent: waits until what was registered so far is in effect. */
  readonly settle?: "webhooks" | "policies";
}

/**
 * What a webhook answers; `{{uid}}` and `{{version}}` are those of the review, `{{objectUid}}` the one of the first object to
 * convert. An object that has `spec.pick` takes the answer of that number.
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
 * What moves in objects that are converted to a version, by its name (`v2`): from one JSON pointer to another, or what is
 * set there. No pointer to go to: it is removed.
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
  /** What it makes is not removed. */
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

/** What of an answer is compared. */
export interface Answer {
  readonly step: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  readonly body?: Json;
  /** A body that is no JSON. */
  readonly text?: string;
  /** Of kubectl, whose exit status is `status` (200 for success), and whose output is `text`. */
  readonly stderr?: string;
  readonly events?: readonly Json[];
  /** What webhooks were asked meanwhile. */
  readonly calls?: readonly Json[];
  /** What the audit log says of the request. */
  readonly audit?: Json;
}

/** Where two answers differ. An absent side has nothing there. */
export interface Difference {
  readonly step: string;
  /** JSON pointer into the answer: `/status`, `/body/spec/replicas`. */
  readonly path: string;
  readonly expected?: Json;
  readonly got?: Json;
}
