import { quote } from "../../../api/quote.ts";
import { badRequest, plainError, StatusError } from "../../../api/status.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import type { Storage } from "../../../storage/storage.ts";

/** How long a read waits for a revision that is not there yet. */
const FRESHNESS_WAIT_MS = 3000;

const GREATEST = 2n ** 64n - 1n;

/** What Go's strconv says of a text that is no uint64; undefined when it is one. */
function problemOf(text: string): string | undefined {
  if (!/^\d+$/.test(text)) return "invalid syntax";
  const digits = text.replace(/^0+/, "");
  return digits.length > 20 || BigInt(digits || "0") > GREATEST ? "value out of range" : undefined;
}

/** "" → undefined, digits → the number; a list answers 400, a get and a watch 500 for anything else. */
export function parseResourceVersion(text: string, where: "list" | "other"): number | undefined {
  if (text === "") return undefined;
  const problem = problemOf(text);
  if (problem === undefined) return Number(text);
  const given = quote(text);
  const why = `resourceVersion: Invalid value: ${given}: strconv.ParseUint: parsing ${given}: ${problem}`;
  throw where === "list" ? badRequest(`invalid resource version: ${why}`) : plainError(why);
}

/** Reads of one object and watches: until this server knows a revision, or it is clear that it will not. */
export const untilKnown = (
  resource: Pick<ResourceDefinition, "storagePrefix">,
): ((storage: Storage, revision: number) => Promise<void>) =>
  isUncached(resource) ? assertKnown : waitForRevision;

/** Waits until this server knows a revision, for three seconds; then 504. */
export async function waitForRevision(storage: Storage, revision: number): Promise<void> {
  if (storage.revision >= revision) return;
  const end = performance.now() + FRESHNESS_WAIT_MS;
  // Another server may have given it away.
  storage.catchUp().catch(() => {});
  while (storage.revision < revision) {
    if (performance.now() >= end) throw tooLargeVersion(revision, storage.revision, 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** 504. `retryAfterSeconds`: absent where nobody has waited. */
export function tooLargeVersion(asked: number, current: number, retryAfterSeconds?: number): StatusError {
  return new StatusError({
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    reason: "Timeout",
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
    code: 504,
  });
}

/** 504 at once for a revision that the store does not have yet. */
export async function assertKnown(storage: Storage, revision: number): Promise<void> {
  if (storage.revision >= revision) return;
  await storage.catchUp();
  if (storage.revision < revision) throw tooLargeVersion(revision, storage.revision);
}

/** Of events the reference has no cache that could become newer: it asks etcd, and does not wait. */
export const isUncached = ({ storagePrefix }: Pick<ResourceDefinition, "storagePrefix">): boolean =>
  storagePrefix === "events";
