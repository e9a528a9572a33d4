import { failingChecks, type Health, healthChecks } from "../health/health-checks.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { metricsText } from "../respond/metrics-text.ts";
import { type FlagsSource, flagzPage } from "./pages/flagz.ts";
import { answerPage } from "./pages/page.ts";
import { type StatusSource, statuszPage } from "./pages/statusz.ts";

/** Sources of `/statusz`, `/flagz` and `/metrics/slis`. */
export interface StatusPagesSource extends FlagsSource, Health, StatusSource {}

/** Answers `/statusz` and `/flagz`, for users, and `/metrics/slis`: each health check as a metric. */
export async function statusPages(
  source: StatusPagesSource,
  context: RequestContext,
): Promise<Answer | undefined> {
  const { features } = source;
  switch (context.info.path) {
    case "/statusz":
      return features.isOn("ComponentStatusz") ? answerPage(context, statuszPage(source)) : undefined;
    case "/flagz":
      return features.isOn("ComponentFlagz") ? answerPage(context, flagzPage(source)) : undefined;
    case "/metrics/slis":
      return metricsText(await slis(source));
    default:
      return undefined;
  }
}

async function slis(source: Health): Promise<string> {
  const all = healthChecks(source);
  const failing = await failingChecks(source, all.readyz);
  const lines = Object.entries(all).flatMap(([type, checks]) =>
    checks.map(
      (name) => `kubernetes_healthcheck{name="${name}",type="${type}"} ${failing.includes(name) ? 0 : 1}`,
    ),
  );
  return [
    "# HELP kubernetes_healthcheck [STABLE] This metric records the result of a single healthcheck.",
    "# TYPE kubernetes_healthcheck gauge",
    ...lines.sort(),
    "",
  ].join("\n");
}
