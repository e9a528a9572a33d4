// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Optional } from "../../optional.ts";
import type { Toleration } from "../core/v1-types.ts";

export type Overhead = Optional<{ podFixed: { [key: string]: string } }>;

export type RuntimeClass = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  handler?: string | undefined;
  overhead?: Overhead | undefined;
  scheduling?: Scheduling | undefined;
};

export type Scheduling = Optional<{ nodeSelector: { [key: string]: string }; tolerations: Toleration[] }>;
