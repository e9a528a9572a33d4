import type { Family, Sample } from "../../../metrics/exposition.ts";

/** A metric. Its name has no prefix; all of them have the same one. */
export interface FlowFamily {
  readonly name: string;
  readonly help: string;
  readonly type: Family["type"];
  readonly samples: readonly Sample[];
}
