import { badRequest, plainError, StatusError } from "../../../api/status.ts";
import { quote } from "../../../go/quote.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import type { Storage } from "../../../storage/storage.ts";

/** Time that a read waits for a revision that the store does not have yet, in milliseconds. */
const FRESHNESS_WAIT_MS = 3000;

const GREATEST = 2n ** 64n - 1n;

/** Returns the error of Go's strconv for a text that is no uint64; undefined if it is one. */
function problemOf(text: string): string | undefined {
  if (!/^\d+$/.test(text)) return "invalid syntax";
  const digits = text.replace(/^0+/, "");
  return digits.length > 20 || BigInt(digits || "0") > GREATEST ? "value out of range" : undefined;
}

/**
 * Parses a resource version: undefined for "". Throws 400 for a list, 500 for a get or a watch, if the text
 * is no number.
 */
export function parseResourceVersion(text: string, where: "list" | "other"): number | undefined {
  if (text === "") return undefined;
  const problem = problemOf(text);
  if (problem === undefined) return Number(text);
  const given = quote(text);
  const why = `resourceVersion: Invalid value: ${given}: strconv.ParseUint: parsing ${given}: ${problem}`;
  throw where === "list" ? badRequest(`invalid resource version: ${why}`) : plainError(why);
}

/**
 * Returns the wait function of single reads and watches: it waits until this server has a revision, or the
 * revision is known not to exist.
 */
export const untilKnown = (
  resource: Pick<ResourceDefinition, "storagePrefix">,
): ((storage: Storage, revision: number) => Promise<void>) =>
  isUncached(resource) ? assertKnown : waitForRevision;

/** Waits until this server has a revision, at most three seconds; then throws 504. */
export async function waitForRevision(storage: Storage, revision: number): Promise<void> {
  if (storage.revision >= revision) return;
  const end = performance.now() + FRESHNESS_WAIT_MS;
  // The revision may come from another server on the same store.
  storage.catchUp().catch(() => {});
  while (storage.revision < revision) {
    if (performance.now() >= end) throw tooLargeVersion(revision, storage.revision, 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Builds the 504. `retryAfterSeconds`: absent if the request has not waited. */
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

/** Throws 504 at once for a revision that the store does not have yet. */
export async function assertKnown(storage: Storage, revision: number): Promise<void> {
  if (storage.revision >= revision) return;
  await storage.catchUp();
  if (storage.revision < revision) throw tooLargeVersion(revision, storage.revision);
}

/** True for events, for which the reference has no cache: it reads etcd, without a wait. */
export const isUncached = ({ storagePrefix }: Pick<ResourceDefinition, "storagePrefix">): boolean =>
  storagePrefix === "events";
