import type { JsonObject } from "../../src/json/value.ts";

/**
 * Replaces the placeholders of recordings by values, for tests: `{time}` and `{created}` by a time,
 * `{nodePort}` by a number.
 */
export function withoutPlaceholders(body: JsonObject): JsonObject {
  const text = JSON.stringify(body)
    .replaceAll(
      /"(eventTime|renewTime|acquireTime|lastObservedTime)":"\{[a-z]+(#\d+)?\}"/g,
      '"$1":"2026-01-01T00:00:00.000000Z"',
    )
    .replaceAll(/"\{(time|created)(#\d+)?\}"/g, '"2026-01-01T00:00:00Z"')
    .replaceAll(/"\{nodePort\}(#\d+)?"/g, "30000")
    .replaceAll(/"\{nodePort(#\d+)?\}"/g, "30000");
  return JSON.parse(text);
}
