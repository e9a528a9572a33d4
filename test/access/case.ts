import type { Json } from "../../src/api/json.ts";
import type { KeyPair } from "../../src/http/certificates/issue.ts";
import type { Issuer } from "./issuer.ts";

/** Parts from which a situation is made. Its files are in `dir`. */
export interface Place {
  readonly dir: string;
  readonly issuer: Issuer;
  /** A webhook that answers reviews by what is asked. */
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
  /** `DIR` stands for the folder of the files. */
  readonly flags: readonly string[];
}

/** A server with certain files, and what it is asked. */
export interface Situation {
  readonly name: string;
  files(place: Place): Readonly<Record<string, string>>;
  readonly flags: readonly string[];
  readonly asked: readonly Asked[];
}

export interface Asked {
  readonly name: string;
  readonly method?: string;
  /** Default: who am I. */
  readonly path?: string;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly certificate?: keyof Place["certificates"];
  /** Only the code is kept of an answer that is no Status, and of a review whether it allows, and why. Default false. */
  readonly brief?: boolean;
  /** `UID` in the body stands for the uid of the object with this path. */
  readonly uidOf?: string;
  /** It is asked again until the answer has this code. */
  readonly until?: number;
  /** By default the administrator's; empty: none. */
  token?(place: Place): string | Promise<string>;
}

/** A recorded answer. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** The part of what was recorded that has a name. */
export type Recorded = {
  readonly starts: Readonly<Record<string, string>>;
  readonly situations: Readonly<Record<string, Readonly<Record<string, Answer>>>>;
};
