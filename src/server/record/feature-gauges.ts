import { Exposition } from "../../metrics/exposition.ts";
import { type Features, shownGates } from "../../resources/features/features.ts";

/**
 * Returns the state of the feature gates
 * (component-base/metrics/prometheus/feature/metrics.go): one line for each gate of the Kubernetes version.
 */
export function featureGauges(features: Features): Exposition {
  const gauges = new Exposition();
  gauges.add({
    name: "kubernetes_feature_enabled",
    help: "Whether a feature gate is on, and its stage.",
    type: "gauge",
    samples: () =>
      shownGates(features).map(({ gate, stage, isOn }) => ({
        labels: { name: gate, stage: stage === "ga" ? "" : stage.toUpperCase() },
        value: isOn ? 1 : 0,
      })),
  });
  return gauges;
}
