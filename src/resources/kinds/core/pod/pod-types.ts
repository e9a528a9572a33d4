import type { ObjectMeta } from "../../../../api/meta.ts";
import type { Opt } from "../../../../types/opt.ts";
import type { PodSpec, PodStatus } from "../../../../types/tables/core/v1-types.ts";

/** The parts of a decoded pod that its rules use. */
export interface Pod {
  metadata: ObjectMeta;
  spec: PodSpec;
  status?: Opt<PodStatus>;
}
