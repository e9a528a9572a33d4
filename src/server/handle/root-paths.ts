import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { rawJson } from "../respond/plain.ts";
import { listedGroups } from "./discovery/listed-groups.ts";
import type { Discovery } from "./discovery/served-verbs.ts";
import { HEALTH_CHECKS } from "./health-checks.ts";
import { OPEN_ID_PATHS } from "./open-id.ts";

const FIXED = [
  ...Object.values(OPEN_ID_PATHS),
  "/api",
  "/api/v1",
  "/apis",
  "/apis/",
  "/flagz",
  "/metrics",
  "/metrics/slis",
  "/openapi/v2",
  "/openapi/v3",
  "/openapi/v3/",
  "/statusz",
  "/version",
  ...Object.entries(HEALTH_CHECKS).flatMap(([name, checks]) => [
    `/${name}`,
    ...checks.map((check) => `/${name}/${check}`),
  ]),
];

/** `/`: the paths there are. */
export function rootPaths(discovery: Discovery, context: RequestContext): Answer | undefined {
  if (context.info.path !== "/" && context.info.path !== "/index.html") return undefined;
  const served = listedGroups(discovery).legacy.flatMap(({ name, versions }) => [
    `/apis/${name}`,
    ...versions.map(({ version }) => `/apis/${name}/${version}`),
  ]);
  return rawJson({ paths: [...FIXED, ...served].sort() });
}
