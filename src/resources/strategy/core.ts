import type { Strategy } from "../kind.ts";
import { configMap } from "./core/config-map.ts";
import { namespace, namespaceFinalize, namespaceStatus } from "./core/namespace.ts";
import { pod, podEphemeralContainers, podResize, podStatus } from "./core/pod.ts";
import { secret } from "./core/secret.ts";
import { service, serviceStatus } from "./core/service.ts";
import { serviceAccount } from "./core/service-account.ts";

/** The manners of the core group's resources and of their endpoints that update a part. */
export const coreStrategies: ReadonlyMap<string, Strategy> = new Map([
  ["/pods", pod],
  ["/pods/status", podStatus],
  ["/pods/ephemeralcontainers", podEphemeralContainers],
  ["/pods/resize", podResize],
  ["/namespaces", namespace],
  ["/namespaces/status", namespaceStatus],
  ["/namespaces/finalize", namespaceFinalize],
  ["/configmaps", configMap],
  ["/secrets", secret],
  ["/services", service],
  ["/services/status", serviceStatus],
  ["/serviceaccounts", serviceAccount],
]);
