import { records, text } from "../../../json/value.ts";
import { serviceOf } from "../../bring-up/service-of.ts";
import { type Workload, workloadText } from "../../bring-up/workload.ts";
import { type Endpoint, endpointsOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * Ports of containers need not be declared: reported only if one is declared that is, by its name, that of the webhook, and
 * nothing in the containers names the port of the Service.
 */
export const undeclaredPort: Rule = {
  id: "undeclared-port",
  severity: "warning",
  summary:
    "The Service of a webhook forwards to another port than the one that its pods declare for webhooks",
  check: (model) => endpointsOf(model).flatMap((endpoint) => problemOf(endpoint, model)),
};

const OF_WEBHOOKS = /webhook|admission|https|tls/;

function problemOf(endpoint: Endpoint, model: Model): Problem[] {
  const service = serviceOf(endpoint, model);
  const [workload, ...more] = service?.workloads ?? [];
  if (service === undefined || service.index === -1 || workload === undefined || more.length > 0) return [];
  const { of, index, target, name } = service;
  if (typeof target !== "number" || isNamed(target, workload)) return [];
  const own = portsOf(workload).filter((port) => OF_WEBHOOKS.test(text(port.name)));
  const [only, ...others] = own;
  if (only === undefined || others.length > 0) return [];
  const message = `Service ${name} forwards to port ${target} of the pods, and ${workloadText(workload)} declares port ${String(only.containerPort)} (${text(only.name)}) only: if nothing listens at ${target}, each call fails with "connection refused"`;
  const path = ["spec", "ports", index, "targetPort"];
  return [{ of, path, message, fix: `targetPort: ${String(only.containerPort)}`, connection: endpoint }];
}

const portsOf = ({ template: { spec } }: Workload) =>
  records(spec.containers).flatMap((one) => records(one.ports));

/** True if a container has the number anywhere: as a port, in an argument, or in a variable. */
function isNamed(port: number, { template: { spec } }: Workload): boolean {
  const numbers = JSON.stringify([spec.containers ?? [], spec.initContainers ?? []]).match(/\d+/g);
  return numbers?.includes(String(port)) === true;
}
