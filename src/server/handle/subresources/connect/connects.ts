import type { Features } from "../../../../resources/features/features.ts";
import type { Admits } from "../../write/admission.ts";
import type { Authorizes } from "../../write/writes.ts";
import type { ProxyLookups } from "./proxied-address.ts";

/** Dependencies of exec, attach, port-forward and proxy. */
export interface Connects extends Admits, Authorizes, ProxyLookups {
  readonly features: Features;
}
