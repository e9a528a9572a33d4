import { endpointsOf, serverNameOf } from "../../model/endpoints.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * The documentation of `url`: "The host should not refer to a service running in the cluster". The API server resolves
 * names as its machine does, not with the DNS of the cluster.
 */
export const serviceAsUrl: Rule = {
  id: "service-as-url",
  severity: "warning",
  summary: "A webhook has the DNS name of a Service as its url, which an API server usually cannot resolve",
  check: (model) =>
    endpointsOf(model).flatMap((endpoint): Problem[] => {
      const { of, webhook, called, path, config } = endpoint;
      const host = config.url === undefined ? undefined : serverNameOf(endpoint);
      const [name = "", namespace = "", mark, ...domain] = (host ?? "").split(".");
      if (mark !== "svc" || (domain.length > 0 && domain.join(".") !== "cluster.local")) return [];
      const { port, pathname } = new URL(config.url ?? "");
      const service = [
        `name: ${name}`,
        `namespace: ${namespace}`,
        ...(pathname === "/" ? [] : [`path: ${pathname}`]),
        ...(port === "" ? [] : [`port: ${port}`]),
      ];
      const message = `the url of ${called} has the name of a Service, and the API server does not use the DNS of the cluster: unless its machine does, the name is not found`;
      return [{ of, webhook, path: [...path, "url"], message, fix: `service: {${service.join(", ")}}` }];
    }),
};
