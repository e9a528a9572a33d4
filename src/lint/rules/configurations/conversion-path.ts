import { endpointsOf, hasSameService } from "../../model/endpoints.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Without a path, the API server calls `/`. A program that answers admission at paths of its own rarely converts there. */
export const conversionPath: Rule = {
  id: "conversion-path",
  severity: "warning",
  summary: "A conversion webhook has no path, and the other webhooks of its Service have one",
  check: (model) => {
    const endpoints = endpointsOf(model);
    return endpoints.flatMap((endpoint): Problem[] => {
      const { of, webhook, path, config } = endpoint;
      if (webhook !== "" || config.service === undefined || hasPath(config.service)) return [];
      const others = endpoints.filter((one) => one !== endpoint && hasSameService(one, endpoint));
      if (others.length === 0 || !others.every(({ config: { service } }) => hasPath(service))) return [];
      const message =
        "the conversion has no path, so that the API server calls / of a program whose other webhooks have paths";
      const fix = "path: /convert (controller-runtime converts there)";
      return [{ of, path: [...path, "service"], message, fix }];
    });
  },
};

const hasPath = (service: { readonly path?: string } | undefined): boolean =>
  !["", "/"].includes(service?.path ?? "");
