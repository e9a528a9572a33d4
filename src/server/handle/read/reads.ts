import type { Storage } from "../../../storage/storage.ts";
import type { FeatureGates } from "./unreadable.ts";

/** Dependencies of reads. */
export interface Reads extends FeatureGates {
  readonly storage: Storage;
}
