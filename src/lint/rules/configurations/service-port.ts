import { record, records } from "../../../json/value.ts";
import { DEFAULT_PORT, serviceOf } from "../../bring-up/service-of.ts";
import { workloadText } from "../../bring-up/workload.ts";
import { type Endpoint, endpointsOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

/** The API server calls a port of the Service, not a port of the pods behind it. */
export const servicePort: Rule = {
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
