import type { Registry } from "../resources/registry.ts";

export interface Kinds {
  /** Which kinds exist now: an immutable snapshot. */
  registry(): Registry;
}
