import type { KubeObject } from "../../api/meta.ts";
import { isJsonObject, record } from "../../json/value.ts";
import type { Controller } from "../base/controller.ts";

/**
 * Interval of the checks, in milliseconds. An API server can become unreachable without a change of any
 * object.
 */
const AGAIN_MS = 30_000;

/** Keeps the condition `Available` of APIServices whose requests are proxied to other API servers. */
export const apiServiceAvailability: Controller = {
  name: "apiservice-status-remote-available-controller",
  always: true,
  kinds: ["apiregistration.k8s.io/v1/APIService", "v1/Service", "discovery.k8s.io/v1/EndpointSlice"],
  start({ host, every, queue }) {
    /** Name of an APIService → `namespace/name` of its Service. */
    const remote = new Map<string, string>();
    const checks = queue((name) => host.checkApiService(name));
    every(AGAIN_MS, () => {
      for (const name of remote.keys()) checks.add(name);
    });
    return ({ object, kind, name, deleted }) => {
      if (kind === "apiregistration.k8s.io/v1/APIService") {
        const service = deleted ? undefined : serviceOf(object);
        if (service === undefined) remote.delete(name);
        else remote.set(name, service);
        if (service !== undefined) checks.add(name);
        return;
      }
      if (remote.size === 0) return;
      const changed = changedService(object);
      for (const [each, service] of remote) if (service === changed) checks.add(each);
    };
  },
};

function serviceOf({ spec }: KubeObject): string | undefined {
  const { service } = record(spec);
  return isJsonObject(service) ? `${service.namespace}/${service.name}` : undefined;
}

const changedService = ({ kind, metadata }: KubeObject): string =>
  `${metadata.namespace}/${kind === "Service" ? metadata.name : metadata.labels?.["kubernetes.io/service-name"]}`;
