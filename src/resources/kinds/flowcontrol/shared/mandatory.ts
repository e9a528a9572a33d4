import type { FieldReport } from "../../../../api/field-path.ts";
import { type JsonObject, record } from "../../../../api/json.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import { internalForm } from "../../../types/internal-form.ts";

const EVERYTHING: JsonObject = {
  resourceRules: [
    { verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] },
  ],
  nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
};

const group = (name: string): JsonObject => ({ kind: "Group", group: { name } });

/** What every server needs: these specs cannot be changed. */
const FLOW_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  exempt: {
    priorityLevelConfiguration: { name: "exempt" },
    matchingPrecedence: 1,
    rules: [{ ...EVERYTHING, subjects: [group("system:masters")] }],
  },
  "catch-all": {
    priorityLevelConfiguration: { name: "catch-all" },
    matchingPrecedence: 10000,
    distinguisherMethod: { type: "ByUser" },
    rules: [{ ...EVERYTHING, subjects: [group("system:unauthenticated"), group("system:authenticated")] }],
  },
};

const CATCH_ALL_LEVEL: JsonObject = {
  type: "Limited",
  limited: { nominalConcurrencyShares: 5, lendablePercent: 0, limitResponse: { type: "Reject" } },
};

export function checkMandatorySchema(name: string, spec: object, at: FieldReport): void {
  const fixed = Object.hasOwn(FLOW_SCHEMAS, name) ? FLOW_SCHEMAS[name] : undefined;
  if (fixed === undefined || deepEqual(spec, fixed)) return;
  at.invalid(
    internalForm("flowcontrol/v1.FlowSchemaSpec", spec),
    `spec of '${name}' must equal the fixed value`,
  );
}

export function checkMandatoryLevel(name: string, spec: object, at: FieldReport): void {
  const printed = (): JsonObject => internalForm("flowcontrol/v1.PriorityLevelConfigurationSpec", spec);
  if (name === "catch-all" && !deepEqual(spec, CATCH_ALL_LEVEL)) {
    at.invalid(printed(), "spec of 'catch-all' must equal the fixed value");
  }
  if (name !== "exempt") return;
  const { exempt: _exempt, ...rest } = record(spec);
  if (deepEqual(rest, { type: "Exempt" })) return;
  at.invalid(printed(), "spec of 'exempt' except the 'spec.exempt' field must equal the fixed value");
}
