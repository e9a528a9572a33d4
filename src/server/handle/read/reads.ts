import type { Storage } from "../../../storage/storage.ts";

/** What reading needs. */
export interface Reads {
  readonly storage: Storage;
}
