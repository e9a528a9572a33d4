import { quote } from "../../../api/quote.ts";
import { badRequest, plainError, StatusError } from "../../../api/status.ts";
import type { Storage } from "../../../storage/storage.ts";

/** How long a read waits for a revision that is not there yet. */
const FRESHNESS_WAIT_MS = 3000;

const syntax = (text: string): string =>
  `resourceVersion: Invalid value: ${quote(text)}: strconv.ParseUint: parsing ${quote(text)}: invalid syntax`;

/** "" → undefined, digits → the number; a list answers 400, a get and a watch 500 for anything else. */
export function parseResourceVersion(text: string, where: "list" | "other"): number | undefined {
  if (text === "") return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw where === "list" ? badRequest(`invalid resource version: ${syntax(text)}`) : plainError(syntax(text));
}

/** Waits until this server knows a revision, for three seconds; then 504. */
export async function waitForRevision(storage: Storage, revision: number): Promise<void> {
  if (storage.revision >= revision) return;
  const end = performance.now() + FRESHNESS_WAIT_MS;
  // Another server may have given it away.
  storage.catchUp().catch(() => {});
  while (storage.revision < revision) {
    if (performance.now() >= end) throw tooLargeVersion(revision, storage.revision);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export function tooLargeVersion(asked: number, current: number): StatusError {
  return new StatusError({
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    reason: "Timeout",
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    },
    code: 504,
  });
}
