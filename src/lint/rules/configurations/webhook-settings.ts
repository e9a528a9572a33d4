import { record, records } from "../../../json/value.ts";
import { DEFAULT_PORT, serviceOf, workloadText } from "../../bring-up/backend.ts";
import { type Endpoint, endpointsOf, hasSameService, serverNameOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

/** The API server calls a port of the Service, not a port of the pods behind it. */
const servicePort: Rule = {
  id: "service-port",
  severity: "error",
  summary:
    "The Service of a webhook does not have the port that the API server calls, or its pods do not have it",
  check: (model) =>
    endpointsOf(model).flatMap((endpoint) => [
      ...problemOf(endpoint, model),
      ...targetProblem(endpoint, model),
    ]),
};

function problemOf({ of, webhook, called, path, config: { service } }: Endpoint, model: Model): Problem[] {
  if (service === undefined) return [];
  const { namespace, name, port = DEFAULT_PORT } = service;
  const spec = record(model.find("Service", namespace, name)?.object.spec);
  const ports = records(spec.ports).map((one) => one.port);
  // Templates that were not rendered can become any port.
  const isKnown = ports.length > 0 && ports.every((one) => typeof one === "number");
  if (!isKnown || spec.type === "ExternalName" || ports.includes(port)) return [];
  const given = service.port === undefined ? `${port}, the default,` : String(port);
  const message = `${called} is called at port ${given} of the Service ${namespace}/${name}, which has ${ports.join(", ")}: every call fails`;
  const [only, ...more] = ports;
  const fix = more.length === 0 ? `write port: ${only}, or give the Service the port ${port}` : "";
  return [{ of, webhook, path: [...path, "service", "port"], message, fix }];
}

/** A target port with a name is that of a port of the containers; a number need not be declared. */
function targetProblem(endpoint: Endpoint, model: Model): Problem[] {
  const found = serviceOf(endpoint, model);
  if (found === undefined) return [];
  const { of, index, target, workloads } = found;
  if (typeof target !== "string" || /[^a-z0-9-]/.test(target)) return [];
  const declared = workloads.flatMap(({ template: { spec } }) =>
    [...records(spec.containers), ...records(spec.initContainers)].flatMap((one) =>
      records(one.ports).map(({ name: own }) => own),
    ),
  );
  const [first] = workloads;
  if (first === undefined || declared.includes(target)) return [];
  const names = declared.filter((one) => typeof one === "string");
  const own = names.length === 0 ? "they name none" : `their ports are named ${names.join(", ")}`;
  const message = `no container of ${workloadText(first)} has a port named "${target}" (${own}): the Service has no endpoint, and every call fails`;
  const [only, ...more] = names;
  const fix = only === undefined || more.length > 0 ? "" : `write targetPort: ${only}`;
  return [{ of, path: ["spec", "ports", index, "targetPort"], message, fix, connection: endpoint }];
}

/**
 * The documentation of `url`: "The host should not refer to a service running in the cluster". The API server resolves
 * names as its machine does, not with the DNS of the cluster.
 */
const serviceAsUrl: Rule = {
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

/** Without a path, the API server calls `/`. A program that answers admission at paths of its own rarely converts there. */
const conversionPath: Rule = {
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

/** Rules about the Service or the URL at which a webhook is called. */
export const addressRules: readonly Rule[] = [servicePort, serviceAsUrl, conversionPath];

/** v1 requires None or NoneOnDryRun. v1beta1, and configurations that were stored with it, do not. */
export const dryRunRefused: Rule = {
  id: "dry-run-refused",
  severity: "warning",
  summary: "A webhook may have side effects, so that the API server refuses dry runs of its requests",
  check: ({ webhooks, configurations }) => {
    // Configurations that the server refuses have another finding.
    const refused = new Set(configurations.filter((one) => one.errors().length > 0).map(({ of }) => of));
    return webhooks
      .filter(
        ({ of, hook }) => !refused.has(of) && !["None", "NoneOnDryRun"].includes(hook.sideEffects ?? ""),
      )
      .map(({ of, base, name, hook }) => ({
        of,
        path: [...base, "sideEffects"],
        webhook: name,
        message: `sideEffects is ${hook.sideEffects ?? "not set"}: the API server refuses dry runs (kubectl diff, kubectl apply --dry-run=server) of its requests`,
        fix: "write sideEffects: None, or NoneOnDryRun if the webhook checks request.dryRun",
      }));
  },
};
