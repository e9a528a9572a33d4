import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { HEALTH_CHECKS, type HealthEndpoint, passes } from "./health-checks.ts";
import { plain, plainNotFound } from "./plain.ts";

const PATH = /^\/(healthz|livez|readyz)(?:\/(.+?))?\/?$/;

/** Health checks: `ok`, a list with `?verbose`, single checks by path, `?exclude=` (api-surface A.1). */
export function health(house: House, context: RequestContext): Answer | undefined {
  const match = PATH.exec(context.info.path);
  if (match === null) return undefined;
  const endpoint = match[1] as HealthEndpoint;
  const [, , only] = match;
  if (only === undefined) return report(house, context, endpoint);
  if (!HEALTH_CHECKS[endpoint].includes(only)) return plainNotFound();
  return passes(house, only) ? plain(200, "ok") : plain(500, `internal server error: ${only} failed\n`);
}

function report(house: House, context: RequestContext, endpoint: HealthEndpoint): Answer {
  const { query } = context.request;
  const excluded = new Set(query.getAll("exclude").filter((name) => name !== ""));
  let well = true;
  const lines = HEALTH_CHECKS[endpoint].map((check) => {
    if (excluded.delete(check)) return `[+]${check} excluded: ok`;
    if (passes(house, check)) return `[+]${check} ok`;
    well = false;
    return `[-]${check} failed: reason withheld`;
  });
  if (excluded.size > 0) lines.push(unknownExclusions([...excluded]));
  if (!well) return plain(500, `${lines.join("\n")}\n${endpoint} check failed\n`);
  return query.has("verbose")
    ? plain(200, `${lines.join("\n")}\n${endpoint} check passed\n`)
    : plain(200, "ok");
}

const unknownExclusions = (names: readonly string[]): string =>
  `warn: some health checks cannot be excluded: no matches for ${names.map((name) => JSON.stringify(name)).join(",")}`;
