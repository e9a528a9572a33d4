// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { DeleteOptions } from "../meta/v1-types.ts";

export type Eviction = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  deleteOptions?: DeleteOptions | undefined;
};
