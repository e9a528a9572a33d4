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
  const list = (plural: string) => views.of(plural).list();
  const policies = (phase: "mutating" | "validating") => ({
    policies: list(`${phase}admissionpolicies`),
    bindings: list(`${phase}admissionpolicybindings`),
  });
  const renew = (): void =>
    engine.setPlan(
      compilePlan(list("mutatingwebhookconfigurations"), list("validatingwebhookconfigurations"), {
        ...options,
        policies: { mutating: policies("mutating"), validating: policies("validating") },
        previous: engine.plan,
        ...(manifests && { manifests: manifests.current() }),
      }),
    );
  for (const name of CONFIGURATIONS) views.of(name).onChange(renew);
  manifests?.onChange(renew);
  renew();
}
