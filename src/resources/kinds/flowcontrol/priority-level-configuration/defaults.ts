import type { JsonObject } from "../../../../json/value.ts";
import { type ApplyDefaults, unset, within, zero } from "../../../define/fill.ts";

/** Defaults of exempt and limited levels. */
export const fillPriorityLevel: ApplyDefaults = (level) =>
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
