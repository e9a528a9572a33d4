import { parseMediaType } from "../../../../api/exchange/media-type.ts";

/** Returns the media type of a body: JSON without a Content-Type; "" for a malformed one. */
export function bodyType(contentType = ""): string {
  if (contentType === "") return "application/json";
  const parsed = parseMediaType(contentType);
  return parsed.kind === "type" ? parsed.type : "";
}
