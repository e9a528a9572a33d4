import type { Features } from "../../../../resources/features/features.ts";
import type { SliceLookup, StoredLookup } from "../../read/stored-lookup.ts";
import type { Admits } from "../../write/admission.ts";
import type { Authorizes } from "../../write/writes.ts";

/** Dependencies of exec, attach, port-forward and proxy. */
export interface Connects extends Admits, Authorizes, StoredLookup, SliceLookup {
  readonly features: Features;
}
