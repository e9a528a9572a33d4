import type { JsonObject } from "../api/json.ts";

/** For tests: recordings say `{time}` for moments and `{nodePort}` for numbers. */
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
