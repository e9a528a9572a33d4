import { parseMediaType } from "../../../api/media-type.ts";

/** The media type of a body, JSON where nothing is said; "" for what is no media type. */
export function bodyType(contentType = ""): string {
  if (contentType === "") return "application/json";
  const parsed = parseMediaType(contentType);
  return parsed.kind === "type" ? parsed.type : "";
}
