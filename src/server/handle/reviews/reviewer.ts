import type { KubeObject } from "../../../api/meta.ts";
import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";

/**
 * Answers a review: its object with a status. Throws StatusError for what it cannot answer. `admit` asks validating
 * admission: after the review's own checks, before its answer.
 */
export type Reviewer = (
  house: House,
  context: RequestContext,
  review: KubeObject,
  admit: () => Promise<void>,
) => Promise<KubeObject>;
