import type { Explanation } from "../../../src/explain/explanation.ts";
import type { RequestDetail } from "../../../src/explain/stream/request-detail.ts";

/** What `/explain/ID?detail=full` answers. */
export type FullExplanation = Explanation & { readonly detail: RequestDetail };
