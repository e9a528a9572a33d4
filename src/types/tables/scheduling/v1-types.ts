// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";

export type PriorityClass = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  value?: number | undefined;
  globalDefault?: boolean | undefined;
  description?: string | undefined;
  preemptionPolicy?: string | undefined;
};
