import type { ObjectMeta } from "../../../../api/meta.ts";
import type { PodSpec, PodStatus } from "../fields/v1-types.ts";

type Opt<T> = T | undefined;

/** A decoded pod, as far as its rules look at it. */
export interface Pod {
  metadata: ObjectMeta;
  spec: PodSpec;
  status?: Opt<PodStatus>;
}
