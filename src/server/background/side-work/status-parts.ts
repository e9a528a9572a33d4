import type { KindDefinition } from "../../../resources/kind.ts";
import type { Storage } from "../../../storage/storage.ts";
import type { Views } from "../../admit/views/views.ts";

/** Parts that writes of statuses need. */
export interface StatusParts {
  readonly storage: Storage;
  readonly views: Views;
  readonly now: () => number;
}

/** Parts for the statuses of one kind. */
export interface KindStatusParts extends StatusParts {
  /** Kind of the objects whose status is written. Its fields determine the managed fields of the write. */
  readonly kind: KindDefinition;
}
