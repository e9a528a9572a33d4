// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Toleration } from "../core/v1-types.ts";

export type Overhead = {
  podFixed?: { [key: string]: string } | undefined;
};

export type RuntimeClass = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  handler?: string | undefined;
  overhead?: Overhead | undefined;
  scheduling?: Scheduling | undefined;
};

export type Scheduling = {
  nodeSelector?: { [key: string]: string } | undefined;
  tolerations?: Toleration[] | undefined;
};
