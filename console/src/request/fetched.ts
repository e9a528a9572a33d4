import type { Explanation } from "../../../src/explain/explanation.ts";
import type { RequestDetail } from "../../../src/explain/stream/request-detail.ts";

/** Answer of `/explain/ID?detail=full`. */
export type FullExplanation = Explanation & { readonly detail: RequestDetail };
