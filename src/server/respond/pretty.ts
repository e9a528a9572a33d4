import type { ServerRequest } from "../../api/exchange/exchange.ts";

const PRETTY_AGENTS = /^(curl|Wget|Mozilla\/5\.0)/;

/** Texts that Go's parser of booleans reads as true. */
const TRUTHS: ReadonlySet<string> = new Set(["1", "t", "T", "TRUE", "true", "True"]);

/** True if the response is indented: `?pretty=` decides, and without it the user agent (curl, Wget, browsers). */
export function wantsPretty(request: Pick<ServerRequest, "rawQuery" | "query" | "headers">): boolean {
  const asked = request.rawQuery.includes("pretty") ? request.query.get("pretty") : null;
  if (asked !== null && asked !== "") return TRUTHS.has(asked);
  return PRETTY_AGENTS.test(request.headers["user-agent"] ?? "");
}
