import type { Socket } from "node:net";

export interface Dialled {
  readonly port: number;
  readonly ca: string;
}

/** A connection that says whatever it is told to. Errors and ends are expected. */
export function dial(server: Dialled, options?: { readonly alpn?: string; readonly plain?: boolean }): Socket;

export const PREFACE: Buffer;
export const TYPES: {
  readonly data: number;
  readonly headers: number;
  readonly priority: number;
  readonly reset: number;
  readonly settings: number;
  readonly ping: number;
  readonly windowUpdate: number;
  readonly continuation: number;
};
export const FLAGS: { readonly endStream: number; readonly endHeaders: number };

/** One frame of HTTP/2. */
export function frame(type: number, flags: number, stream: number, payload?: Buffer): Buffer;

/** The block of headers of a GET over https, with further ones that are in no table. */
export function requestHeaders(path: string, more?: Readonly<Record<string, string>>): Buffer;
