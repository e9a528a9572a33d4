import { CONNECTIONS } from "./behaviours/connections.ts";
import { MESSAGES } from "./behaviours/messages.ts";
import { PATCHES } from "./behaviours/patches.ts";
import { REVIEWS } from "./behaviours/reviews.ts";
import { STATUSES } from "./behaviours/statuses.ts";
import type { Behaviour } from "./call.ts";

/** All that a webhook may do with a request, by name. */
export const BEHAVIOURS: ReadonlyMap<string, Behaviour> = new Map(
  Object.entries({ ...CONNECTIONS, ...MESSAGES, ...REVIEWS, ...PATCHES, ...STATUSES }),
);
