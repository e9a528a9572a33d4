import type { Family, Sample } from "../../../metrics/exposition.ts";

/** A metric without the prefix of all of them. */
export interface FlowFamily {
  readonly name: string;
  readonly help: string;
  readonly type: Family["type"];
  readonly samples: readonly Sample[];
}
