/** Modules of Node for connections, files, threads and other processes: the engine imports them and uses none here. */
import { absent } from "./absent.ts";

export const connect = absent("a connection");
export const createSecureContext = absent("a connection");
export const rootCertificates: readonly string[] = [];
export const getServers = (): readonly string[] => [];
export const hostname = (): string => "browser";
export const endianness = (): string => "LE";
export const fileURLToPath = (url: string | URL): string => new URL(url).pathname;
export const createRequire = absent("a library");
export const createGzip = absent("compression");
export const gzip = absent("compression");
export const gunzip = absent("compression");
export const pipeline = absent("a stream");
export const unescape = (text: string): string => decodeURIComponent(text);
export class Duplex {}
export class PassThrough {}
export class Readable {}
export class Worker {
  constructor() {
    throw new Error("a thread does not exist in a browser");
  }
}
export class Session {}
