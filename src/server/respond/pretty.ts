import type { ServerRequest } from "../../api/exchange.ts";

const PRETTY_AGENTS = /^(curl|Wget|Mozilla\/5\.0)/;

/** What Go's parser of booleans takes for true. */
const TRUTHS = new Set(["1", "t", "T", "TRUE", "true", "True"]);

/** `?pretty=` decides; else programs that people look at the answers of have them indented. */
export function wantsPretty(request: Pick<ServerRequest, "rawQuery" | "query" | "headers">): boolean {
  const asked = request.rawQuery.includes("pretty") ? request.query.get("pretty") : null;
  if (asked !== null && asked !== "") return TRUTHS.has(asked);
  return PRETTY_AGENTS.test(request.headers["user-agent"] ?? "");
}
