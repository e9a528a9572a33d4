import type { KubeObject } from "../../api/meta.ts";
import { Exposition } from "../../metrics/exposition.ts";
import { createCounter, type Observe } from "../../metrics/instruments.ts";
import type { ObjectsView } from "../admit/views/views.ts";
import { availableCondition } from "./remote-services.ts";

/** Metrics of the availability of APIServices (kube-aggregator/pkg/controllers/status/metrics/metrics.go). */
export class AvailabilityMetrics {
  readonly exposition = new Exposition();
  readonly #count: Observe;

  /** `services`: a view over APIServices. */
  constructor(services: ObjectsView) {
    this.exposition.add({
      name: "aggregator_unavailable_apiservice",
      help: "APIServices that are not available: 1.",
      type: "gauge",
      samples: () =>
        services.list().map((object) => ({
          labels: { name: object.metadata.name ?? "" },
          value: isAvailable(object) ? 0 : 1,
        })),
    });
    this.#count = createCounter({
      exposition: this.exposition,
      name: "aggregator_unavailable_apiservice_total",
      help: "How often APIServices became unavailable, by reason.",
    });
  }

  /** Counts an APIService that became unavailable, by its states before and after a write of its status. */
  changed(before: KubeObject, after: KubeObject): void {
    if (!isAvailable(before) || isAvailable(after)) return;
    this.#count({ name: after.metadata.name ?? "", reason: availableCondition(after)?.reason ?? "" }, 1);
  }
}

const isAvailable = (object: KubeObject): boolean => availableCondition(object)?.status === "True";
