import { resourceNotFound } from "../../api/status.ts";
import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { discovery } from "./discovery/discovery.ts";
import { health } from "./health.ts";
import { metrics } from "./metrics.ts";
import { openapi } from "./openapi/openapi.ts";
import { plainNotFound } from "./plain.ts";
import { version } from "./version.ts";

type PathHandler = (
  house: House,
  context: RequestContext,
) => Answer | undefined | Promise<Answer | undefined>;

/** Everything that is about no resource, and resource paths that nobody serves. The first that knows the path answers. */
const HANDLERS: readonly PathHandler[] = [health, version, discovery, openapi, metrics, root];

export async function nonResource(house: House, context: RequestContext): Promise<Answer> {
  if (!context.info.isResource) {
    for (const handler of HANDLERS) {
      const answer = await handler(house, context);
      if (answer !== undefined) return answer;
    }
    return plainNotFound();
  }
  const { group, version: v } = context.info;
  const served = house
    .registry()
    .group(group)
    ?.versions.some((candidate) => candidate.version === v);
  if (!served && house.registry().group(group) === undefined) return plainNotFound();
  throw resourceNotFound();
}

/** `/`: the paths there are. */
function root(house: House, context: RequestContext): Answer | undefined {
  if (context.info.path !== "/") return undefined;
  const groups = house.registry().groups;
  const api = groups.flatMap((g) =>
    g.name === ""
      ? ["/api", "/api/v1"]
      : [`/apis/${g.name}`, ...g.versions.map((x) => `/apis/${g.name}/${x.version}`)],
  );
  const paths = [
    ...api,
    "/apis",
    "/healthz",
    "/livez",
    "/metrics",
    "/openapi/v3",
    "/readyz",
    "/version",
  ].sort();
  return { kind: "value", status: 200, value: { paths } };
}
