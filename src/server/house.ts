import type { AdmissionEngine } from "../admission/engine.ts";
import type { Registry } from "../resources/registry.ts";
import type { Storage } from "../storage/storage.ts";
import type { Authorizer } from "./authorize/authorize.ts";
import type { ServiceAllocator } from "./handle/services/allocate.ts";
import type { Views } from "./views/views.ts";

/** What every verb may use. Made once, by `server.ts`; the values behind it change, the house does not. */
export interface House {
  readonly storage: Storage;
  /** Which kinds exist now: an immutable snapshot. */
  registry(): Registry;
  readonly engine: AdmissionEngine;
  readonly authorize: Authorizer;
  readonly views: Views;
  readonly services: ServiceAllocator;
  /** Milliseconds since the epoch. */
  now(): number;
  uid(): string;
  /** In [0, 1): for generated names and addresses. */
  random(): number;
  log(level: "info" | "warn" | "error", message: string, fields?: Readonly<Record<string, unknown>>): void;
  readonly gitVersion: string;
}
