import type { Peer } from "../../../api/exchange/exchange.ts";
import type { CertificateConnection } from "../../connect/connection.ts";

/** A server that answers, as its parent shows it. */
export interface ReadyServer {
  /** `https://127.0.0.1:6443`. */
  readonly address: string;
  readonly kubeconfig: string;
  /** Connection data of the administrator, for the console. */
  readonly connection: CertificateConnection;
}

/** A GET request as another process of the same server can answer it. */
export interface SharedRequest {
  /** Path and query. */
  readonly url: string;
  /** All values of each header. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly peer: Peer;
}

/** A piece of an answer to a `SharedRequest`: the status first, then text, then the end. */
export interface AnswerPart {
  readonly status?: number;
  /** With the status: when a client last sent a write to this server, in milliseconds since 1970; 0: never. */
  readonly lastWriteAt?: number;
  readonly text?: string;
  readonly isEnd?: true;
}

/** A message of a server to its parent. */
export type ToParent =
  | { readonly kind: "ready"; readonly server: ReadyServer }
  /** Lines of the audit log, whose outcome is reported with the same number. */
  | { readonly kind: "audit"; readonly lines: readonly string[]; readonly number: number }
  /** A request to all other servers; `number` is that of the asking server. */
  | { readonly kind: "ask"; readonly number: number; readonly request: SharedRequest }
  /** The asking server needs no more. */
  | { readonly kind: "enough"; readonly number: number }
  | { readonly kind: "answer"; readonly to: number; readonly number: number; readonly part: AnswerPart };

/** A message of the parent to one of its servers; `from` is the number of another server. */
export type ToServer =
  | { readonly kind: "stop" }
  /** A server has ended: it answers nothing more, and needs no answers. */
  | { readonly kind: "gone"; readonly from: number }
  | { readonly kind: "stored"; readonly number: number; readonly areStored: readonly boolean[] }
  | { readonly kind: "asked"; readonly of: readonly number[]; readonly number: number }
  | {
      readonly kind: "ask";
      readonly from: number;
      readonly number: number;
      readonly request: SharedRequest;
    }
  | { readonly kind: "enough"; readonly from: number; readonly number: number }
  | { readonly kind: "answer"; readonly from: number; readonly number: number; readonly part: AnswerPart };

/** A server, as the parent sends messages to it. */
export interface Addressee {
  /** From 1. A server that replaces another one has its number. */
  readonly number: number;
  /** Does nothing if the server has ended. */
  send(message: ToServer): void;
}
