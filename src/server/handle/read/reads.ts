import type { Storage } from "../../../storage/storage.ts";

/** Dependencies of reads. */
export interface Reads {
  readonly storage: Storage;
}
