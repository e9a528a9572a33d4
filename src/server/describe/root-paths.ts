import type { Features } from "../../resources/features/features.ts";
import { type Health, healthChecks } from "../health/health-checks.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { rawJson } from "../respond/plain.ts";
import { listedGroups } from "./discovery/listed-groups.ts";
import type { Discovery } from "./discovery/served-verbs.ts";
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
];

const isThere = (path: string, { isOn }: Features): boolean =>
  !(path === "/flagz" && !isOn("ComponentFlagz")) && !(path === "/statusz" && !isOn("ComponentStatusz"));

const pathsOfChecks = (source: Health): string[] =>
  Object.entries(healthChecks(source)).flatMap(([name, checks]) => [
    `/${name}`,
    ...checks.map((check) => `/${name}/${check}`),
  ]);

interface RootPathsSource extends Discovery, Health {}

/** Answers `/`: the list of all paths. */
export function rootPaths(source: RootPathsSource, context: RequestContext): Answer | undefined {
  if (context.info.path !== "/" && context.info.path !== "/index.html") return undefined;
  const served = listedGroups(source).legacy.flatMap(({ name, versions }) => [
    `/apis/${name}`,
    ...versions.map(({ version }) => `/apis/${name}/${version}`),
  ]);
  const fixed = FIXED.filter((path) => isThere(path, source.features));
  return rawJson({ paths: [...fixed, ...pathsOfChecks(source), ...served].sort() });
}
