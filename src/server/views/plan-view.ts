import type { AdmissionEngine } from "../../admission/engine.ts";
import { compilePlan, type PlanOptions } from "../../admission/plan.ts";
import type { Views } from "./views.ts";

/** Keeps the engine's plan in step with the stored configurations: compiled when one changes, never per request. */
export function keepPlan(views: Views, engine: AdmissionEngine, options: PlanOptions): void {
  const mutating = views.of("mutatingwebhookconfigurations");
  const validating = views.of("validatingwebhookconfigurations");
  const renew = (): void => {
    engine.setPlan(compilePlan(mutating.list(), validating.list(), { ...options, previous: engine.plan }));
  };
  mutating.onChange(renew);
  validating.onChange(renew);
  renew();
}
