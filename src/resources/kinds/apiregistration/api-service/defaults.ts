import type { JsonObject } from "../../../../json/value.ts";
import { type ApplyDefaults, unset, within } from "../../../define/fill.ts";

const fillServicePort = (client: JsonObject): void =>
  within(client, "service", (service) => unset(service, "port", 443));

/** Default of the service's port, 443. */
export const fillApiService: ApplyDefaults = (service) => within(service, "spec", fillServicePort);
