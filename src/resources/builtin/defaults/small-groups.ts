import type { JsonObject } from "../../../api/json.ts";
import { each, ensure, unset, within, zero } from "../../define/fill.ts";
import type { ApplyDefaults, DefaultsTable } from "./defaults-types.ts";

const fillEndpointSlice: ApplyDefaults = (slice) =>
  each(slice, "ports", (port) => {
    unset(port, "name", "");
    unset(port, "protocol", "TCP");
  });

const fillPriorityLevel: ApplyDefaults = (level) =>
  within(level, "spec", (spec) => {
    within(spec, "exempt", (exempt) => {
      unset(exempt, "nominalConcurrencyShares", 0);
      unset(exempt, "lendablePercent", 0);
    });
    within(spec, "limited", fillLimited);
  });

function fillLimited(limited: JsonObject): void {
  unset(limited, "nominalConcurrencyShares", 30);
  unset(limited, "lendablePercent", 0);
  within(limited, "limitResponse", (response) =>
    within(response, "queuing", (queuing) => {
      zero(queuing, "handSize", 8);
      zero(queuing, "queues", 64);
      zero(queuing, "queueLengthLimit", 50);
    }),
  );
}

/** Groups with a default or two. */
export const discoveryDefaults: DefaultsTable = { EndpointSlice: fillEndpointSlice };

export const flowcontrolDefaults: DefaultsTable = {
  FlowSchema: (schema) => zero(ensure(schema, "spec"), "matchingPrecedence", 1000),
  PriorityLevelConfiguration: fillPriorityLevel,
};

export const schedulingDefaults: DefaultsTable = {
  PriorityClass: (priority) => unset(priority, "preemptionPolicy", "PreemptLowerPriority"),
};
