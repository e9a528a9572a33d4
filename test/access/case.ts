import type { KeyPair } from "../../src/http/certificates/issue.ts";
import type { Json } from "../../src/json/value.ts";
import type { Issuer } from "./issuer.ts";

/** Parts from which a situation is made. Its files are in `dir`. */
export interface Place {
  readonly dir: string;
  readonly issuer: Issuer;
  /** URL of a webhook that answers reviews according to their content. */
  readonly hook: string;
  readonly hookCa: string;
  readonly proxyCa: string;
  readonly clientCa: string;
  readonly certificates: Readonly<Record<"proxy" | "otherProxy" | "client", KeyPair>>;
}

/** Flags and files that no server starts with. */
export interface WrongStart {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Flags. `DIR` is replaced by the folder of the files. */
  readonly flags: readonly string[];
}

/** A server with certain files, and the requests to it. */
export interface Situation {
  readonly name: string;
  files(place: Place): Readonly<Record<string, string>>;
  readonly flags: readonly string[];
  readonly asked: readonly Asked[];
}

export interface Asked {
  readonly name: string;
  readonly method?: string;
  /** Path; default: a SelfSubjectReview. */
  readonly path?: string;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly certificate?: keyof Place["certificates"];
  /**
   * If true, only the code is kept of a response that is no Status, and only the decision and its reason of a review.
   * Default: false.
   */
  readonly brief?: boolean;
  /** `UID` in the body is replaced by the uid of the object with this path. Several: the paths by their texts. */
  readonly uidOf?: string | Readonly<Record<string, string>>;
  /** The request is repeated until the response has this code. */
  readonly until?: number;
  /** Token; default: the administrator's; empty: none. */
  token?(place: Place): string | Promise<string>;
}

/** A recorded answer. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** The recorded responses of one name. */
export type Recorded = {
  readonly starts: Readonly<Record<string, string>>;
  readonly situations: Readonly<Record<string, Readonly<Record<string, Answer>>>>;
};
