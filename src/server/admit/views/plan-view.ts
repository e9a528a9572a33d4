import type { AdmissionEngine } from "../../../admission/engine.ts";
import type { ManifestsView } from "../../../admission/manifests/manifest.ts";
import { compilePlan, type PlanOptions } from "../../../admission/plan.ts";
import { CONFIGURATIONS } from "./configurations.ts";
import type { Views } from "./views.ts";

/**
 * Updates the engine's plan when stored configurations, policies and bindings change, or those of manifests.
 * The plan is compiled after a change, never per request.
 */
export function keepPlan(
  views: Views,
  engine: AdmissionEngine,
  {
    manifests,
    ...options
  }: Omit<PlanOptions, "manifests"> & { readonly manifests?: ManifestsView | undefined },
): void {
  const mutating = views.of("mutatingwebhookconfigurations");
  const validating = views.of("validatingwebhookconfigurations");
  const mutatingPolicies = views.of("mutatingadmissionpolicies");
  const mutatingBindings = views.of("mutatingadmissionpolicybindings");
  const validatingPolicies = views.of("validatingadmissionpolicies");
  const validatingBindings = views.of("validatingadmissionpolicybindings");
  const renew = (): void => {
    const policies = {
      mutating: { policies: mutatingPolicies.list(), bindings: mutatingBindings.list() },
      validating: { policies: validatingPolicies.list(), bindings: validatingBindings.list() },
    };
    const previous = engine.plan;
    const fromFiles = manifests && { manifests: manifests.current() };
    engine.setPlan(
      compilePlan(mutating.list(), validating.list(), { ...options, policies, previous, ...fromFiles }),
    );
  };
  for (const name of CONFIGURATIONS) views.of(name).onChange(renew);
  manifests?.onChange(renew);
  renew();
}
