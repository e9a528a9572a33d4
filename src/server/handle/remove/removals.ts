import type { Features } from "../../../resources/features/features.ts";
import type { Views } from "../../admit/views/views.ts";
import type { Clock } from "../../clock.ts";
import type { Reads } from "../read/reads.ts";
import type { Admits } from "../write/admission.ts";
import type { SideWork } from "../write/side-work.ts";
import type { Authorizes } from "../write/writes.ts";

/** Dependencies of deletions. */
export interface Removals extends Admits, Clock, Reads {
  readonly views: Views;
  /** Side work by `group/plural`. */
  readonly sideWork: ReadonlyMap<string, SideWork>;
}

/** Dependencies of deletions that clients ask for. */
export interface AskedRemovals extends Removals, Authorizes {
  readonly features: Features;
}
