import type { Features } from "../../../../resources/features/features.ts";
import type { StoredLookup } from "../../read/stored-lookup.ts";
import type { Admits } from "../../write/admission.ts";
import type { Authorizes } from "../../write/writes.ts";

/** What exec, attach, port-forward and proxy need. */
export interface Connects extends Admits, Authorizes, StoredLookup {
  readonly features: Features;
}
