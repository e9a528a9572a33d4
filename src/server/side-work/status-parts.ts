import type { KindDefinition } from "../../resources/kind.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Views } from "../views/views.ts";

/** What statuses are written with. */
export interface StatusParts {
  readonly storage: Storage;
  readonly views: Views;
  readonly now: () => number;
}

export interface KindStatusParts extends StatusParts {
  /** Of the objects whose status it is: who owns the status is noted by its shape. */
  readonly kind: KindDefinition;
}
