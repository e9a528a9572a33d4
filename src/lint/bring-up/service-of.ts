import type { Manifest } from "../../explain/offline/manifests.ts";
import { type Json, record, records } from "../../json/value.ts";
import { type CertificateRequest, type Endpoint, endpointsOf, serverNameOf } from "../model/endpoints.ts";
import type { Model } from "../model/model.ts";
import { workloadsBehind } from "./backend.ts";
import type { Workload } from "./workload.ts";

/** Port that the API server calls if a clientConfig names none. */
export const DEFAULT_PORT = 443;

/** The Service of an endpoint, found among the manifests. */
export interface FoundService {
  readonly endpoint: Endpoint;
  readonly of: Manifest;
  readonly namespace: string;
  readonly name: string;
  /** The port that the API server calls. */
  readonly port: number;
  /** Place of this port in `spec.ports`; -1 if the Service does not have it. */
  readonly index: number;
  /** Number or name of the port of the pods. */
  readonly target: Json;
  /** Workloads whose pods the Service selects. */
  readonly workloads: readonly Workload[];
}

/** Returns the Service that an endpoint calls; undefined if it has a URL, or the manifests do not have the Service. */
export function serviceOf(endpoint: Endpoint, model: Model): FoundService | undefined {
  const { service } = endpoint.config;
  const { namespace = "", name = "", port = DEFAULT_PORT } = service ?? {};
  const of = service && model.find("Service", namespace, name);
  if (of === undefined) return undefined;
  const ports = records(record(of.object.spec).ports);
  const index = ports.findIndex((one) => one.port === port);
  const target = ports[index]?.targetPort ?? port;
  const workloads = workloadsBehind(model, of, namespace);
  return { endpoint, of, namespace, name, port, index, target, workloads };
}

/** Returns the Service of a webhook for whose name a Certificate is; undefined if there is none. */
export function servedBy({ dnsNames }: CertificateRequest, model: Model): FoundService | undefined {
  const endpoint = endpointsOf(model).find((one) => dnsNames.includes(serverNameOf(one) ?? ""));
  return endpoint && serviceOf(endpoint, model);
}
