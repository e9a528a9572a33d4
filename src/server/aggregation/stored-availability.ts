import type { KubeObject } from "../../api/meta.ts";
import { membersOf } from "../../json/value.ts";
import type { ServiceSpec } from "../../types/tables/core/v1-types.ts";
import type { EndpointSlice } from "../../types/tables/discovery/v1-types.ts";
import type { ServiceLookup } from "../options.ts";
import { remoteService } from "./remote-services.ts";

/** The contents of the condition `Available` of an APIService. */
export interface Availability {
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

/**
 * Returns the availability of an APIService if it follows from stored objects. Undefined means that a request
 * to the server has to decide it
 * (kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go, sync).
 */
export function storedAvailability(object: KubeObject, services: ServiceLookup): Availability | undefined {
  const remote = remoteService(object);
  if (remote === undefined)
    return { status: "True", reason: "Local", message: "Local APIServices are always available" };
  const { namespace, name, port } = remote.target;
  const where = `service/${name} in ${JSON.stringify(namespace)}`;
  const service = services.service(namespace, name);
  if (service === undefined) return unavailable("ServiceNotFound", `${where} is not present`);
  const { type = "ClusterIP", ports = [] } = membersOf<ServiceSpec>(service.spec);
  if (type !== "ClusterIP") return undefined;
  const found = ports.find((each) => each.port === port);
  if (found === undefined)
    return unavailable("ServicePortError", `${where} is not listening on port ${port}`);
  const slices = services.endpointSlices(namespace, name);
  if (slices.length === 0) return unavailable("EndpointsNotFound", `cannot find endpointslices for ${where}`);
  const portName = found.name ?? "";
  if (slices.some((slice) => hasEndpoint(membersOf<EndpointSlice>(slice), portName))) return undefined;
  return unavailable(
    "MissingEndpoints",
    `endpointslices for ${where} have no addresses with port name ${JSON.stringify(portName)}`,
  );
}

const hasEndpoint = ({ endpoints, ports }: Partial<EndpointSlice>, portName: string): boolean =>
  (endpoints ?? []).some(({ conditions }) => conditions?.ready !== false) &&
  (ports ?? []).some(({ name, port }) => name === portName && port !== undefined);

/** Result of a check that failed: a reason in one word, and a sentence. */
export const unavailable = (reason: string, message: string): Availability => ({
  status: "False",
  reason,
  message,
});
