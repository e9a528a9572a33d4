import type { Explanation } from "../../../../src/explain/explanation.ts";
import type { ExplainedError } from "../../../../src/lint/failed-calls/explain-errors.ts";
import type { Finding } from "../../../../src/lint/finding.ts";

/** Everything that a visitor can write: a link to the page has it. */
export interface Situation {
  /** Manifests as YAML: webhook configurations, policies, bindings, definitions, objects that exist. */
  readonly configurations: string;
  /** The object of the request as YAML. */
  readonly object: string;
  /** The stored object as YAML; empty if there is none. */
  readonly old: string;
  /** An object of JavaScript with a function for each webhook, by its name; empty if each allows the request. */
  readonly webhooks: string;
  /** `CREATE`, `UPDATE`, `DELETE`; empty if the objects say it. */
  readonly operation: string;
  /** Name of the user; empty for an administrator. */
  readonly user: string;
  /** Groups of the user, separated by commas. */
  readonly groups: string;
  readonly dryRun: boolean;
  /** `1.37`. */
  readonly version: string;
  /** A CEL expression. */
  readonly expression: string;
}

/** The files of the page, by the member of the situation that has their text. */
export const FILE_NAMES = {
  configurations: "configurations.yaml",
  object: "object.yaml",
  old: "stored.yaml",
  webhooks: "webhooks.js",
} as const;

export type File = keyof typeof FILE_NAMES;

/** An error in a file; `line` is from 1, and 0 if it is not known. */
export interface FileProblem {
  readonly file: File;
  readonly line: number;
  readonly message: string;
}

/** Result of an expression, or its error in the words of the API server. */
export type Evaluated =
  | { readonly kind: "value"; readonly value: string; readonly type: string; readonly cost: number }
  | { readonly kind: "error"; readonly message: string };

/** Everything that the engine says about a situation. */
export interface Report {
  /** Absent if a file cannot be read, or there is no object. */
  readonly explanation?: Explanation;
  readonly problems: readonly FileProblem[];
  readonly findings: readonly Finding[];
  /** Absent if there is no expression. */
  readonly evaluated?: Evaluated;
  readonly milliseconds: number;
}

/** A text with errors of an API server, and manifests as YAML with the webhooks and policies that it names. */
export interface Told {
  readonly text: string;
  readonly manifests: string;
}

/** Name of the manifests beside a text, in places. */
export const MANIFESTS = "manifests.yaml";

/** The errors in a text. */
export interface ToldReport {
  readonly errors: readonly ExplainedError[];
  /** The error of manifests that cannot be read; `line` is from 1, and 0 if it is not known. */
  readonly problem?: Pick<FileProblem, "line" | "message">;
  readonly milliseconds: number;
}

/** A question to the engine. */
export type Question =
  | { readonly kind: "decide"; readonly situation: Situation }
  | { readonly kind: "explain"; readonly told: Told };

/** From the page to the engine: a question, or news of a thread of functions. */
export type Order =
  | { readonly kind: "ask"; readonly id: number; readonly question: Question }
  | { readonly kind: "thread"; readonly thread: number; readonly news: ThreadNews };

/** From the engine to the page. The page starts and ends threads of functions, and passes on their messages. */
export type Answer =
  | { readonly kind: "ready" }
  | { readonly kind: "report"; readonly id: number; readonly report: Report }
  | { readonly kind: "told"; readonly id: number; readonly report: ToldReport }
  | { readonly kind: "failed"; readonly id: number; readonly message: string }
  | { readonly kind: "start"; readonly thread: number; readonly script: string }
  | { readonly kind: "ask"; readonly thread: number; readonly question: unknown }
  | { readonly kind: "end"; readonly thread: number };

/** A message of a thread, or the error that ended its script. */
export type ThreadNews =
  | { readonly kind: "said"; readonly said: unknown }
  | { readonly kind: "failed"; readonly message: string; readonly line: number };
