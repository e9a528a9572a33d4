import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { HEALTH_CHECKS, passes } from "./health-checks.ts";
import { plain } from "./plain.ts";

/** `/statusz`, for people, and `/metrics/slis`: each health check as a metric. */
export function statusPages(house: House, context: RequestContext): Answer | undefined {
  if (context.info.path === "/statusz") return plain(200, statusz(house));
  return context.info.path === "/metrics/slis" ? plain(200, slis(house)) : undefined;
}

const DISCLAIMER =
  "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.";

function statusz(house: House): string {
  const seconds = Math.floor(process.uptime());
  const two = (value: number): string => String(value).padStart(2, "0");
  const started = new Date(house.now() - seconds * 1000).toUTCString();
  const up = `${Math.floor(seconds / 3600)} hr ${two(Math.floor(seconds / 60) % 60)} min ${two(seconds % 60)} sec`;
  const { major, minor, gitVersion } = house.version;
  return [
    "",
    "apiserver statusz",
    DISCLAIMER,
    "",
    `Started: ${started}`,
    `Up: ${up}`,
    `Binary version: ${gitVersion.replace(/^v/, "")}`,
    `Emulation version: ${major}.${minor}`,
    "Paths: /healthz /livez /metrics /readyz /statusz /version",
    "",
  ].join("\n");
}

function slis(house: House): string {
  const lines = Object.entries(HEALTH_CHECKS).flatMap(([type, checks]) =>
    checks.map(
      (name) => `kubernetes_healthcheck{name="${name}",type="${type}"} ${passes(house, name) ? 1 : 0}`,
    ),
  );
  return [
    "# HELP kubernetes_healthcheck [STABLE] This metric records the result of a single healthcheck.",
    "# TYPE kubernetes_healthcheck gauge",
    ...lines.sort(),
    "",
  ].join("\n");
}
