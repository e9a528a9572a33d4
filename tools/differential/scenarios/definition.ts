import type { JsonObject } from "../../../src/json/value.ts";
import * as custom from "../../../test/tools/custom-definition.tool.ts";
import { CRDS, type Scenario } from "./scenario.ts";

/** A definition of a kind in the group of a scenario. The parameters are those of the tool of this name. */
export const definitionOf = (kind: string, versions: readonly object[], spec: object = {}): JsonObject =>
  custom.definitionOf(kind, versions as readonly JsonObject[], { group: "{{id}}.example.com", ...spec });

/** Creates a definition. */
export const define = (s: Scenario, ...definition: Parameters<typeof definitionOf>): string =>
  s.post(CRDS, definitionOf(...definition));
