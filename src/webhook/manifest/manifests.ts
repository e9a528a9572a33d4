import type { JsonObject } from "../../json/value.ts";
import type { Endpoint } from "../endpoints.ts";
import { certificateManifests } from "./certificate.ts";
import { configurations } from "./configuration.ts";
import { identity } from "./identity.ts";
import { complete, type ManifestOptions } from "./options.ts";
import { deployment, disruptionBudget, ownNamespace, service } from "./workload.ts";

/**
 * All objects that a cluster needs for these webhooks, in the order to apply them: certificate, service account,
 * Service and Deployment, and last the configurations, so that no webhook is called before it runs. Webhooks
 * without `rules` are served, but not registered.
 *
 * @example
 * ```ts
 * import { manifests, on, validating } from "sallyport/webhook";
 * const owned = validating({ path: "/owned", rules: [on("v1", "pods")] }, { create: () => true });
 * const objects = await manifests([owned], { name: "checks", image: "registry.example.com/checks:1" });
 * objects.map(({ kind }) => kind).slice(-3).join(); // "Deployment,PodDisruptionBudget,ValidatingWebhookConfiguration"
 * objects.at(-1)?.apiVersion; // "admissionregistration.k8s.io/v1"
 * ```
 */
export async function manifests(
  endpoints: readonly Endpoint[],
  options: ManifestOptions,
): Promise<JsonObject[]> {
  const given = complete(options);
  if (given.url !== undefined) return configurations(endpoints, given, given.caBundle);
  return [
    ...ownNamespace(given),
    ...certificateManifests(given),
    ...identity(given),
    service(given),
    ...(given.image === undefined ? [] : [deployment(given, given.image), disruptionBudget(given)]),
    ...configurations(endpoints, given, undefined),
  ];
}
