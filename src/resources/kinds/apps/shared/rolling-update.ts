import type { JsonObject } from "../../../../api/json.ts";
import { unset, within } from "../../../define/fill.ts";

/**
 * The steps of a rolling update are 0 in the internal form when they are absent, and come back from there, also with a strategy that
 * has none (apps/v1/zz_generated.conversion.go, Convert_v1_RollingUpdateDeployment_To_apps_RollingUpdateDeployment).
 */
export const roundTripSteps = (object: JsonObject, strategy: "strategy" | "updateStrategy"): void =>
  within(object, "spec", (spec) =>
    within(spec, strategy, (given) =>
      within(given, "rollingUpdate", (rolling) => {
        unset(rolling, "maxUnavailable", 0);
        unset(rolling, "maxSurge", 0);
      }),
    ),
  );
