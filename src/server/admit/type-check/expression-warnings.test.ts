import { describe, expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import type { JsonObject } from "../../../json/value.ts";
import { expressionWarnings } from "./expression-warnings.ts";

const PODS = { apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["pods"] };
const DEPLOYMENTS = {
  apiGroups: ["apps"],
  apiVersions: ["v1"],
  operations: ["*"],
  resources: ["deployments"],
};

const api = await clusterForTests();

const warn = (rules: JsonObject[], validations: JsonObject[], more: JsonObject = {}): string[] => {
  const policy = { spec: { matchConstraints: { resourceRules: rules }, validations, ...more } };
  const found = expressionWarnings(policy as never, api.cluster.registry(), () => 0.5);
  return found.map(({ fieldRef, warning }) => `${fieldRef}: ${warning}`);
};

describe("expressionWarnings", () => {
  test("names a field that the kind does not have, for each kind that has it not", () => {
    expect(warn([PODS, DEPLOYMENTS], [{ expression: "object.spec.replicas > 1" }])).toEqual([
      "spec.validations[0].expression: /v1, Kind=Pod: ERROR: <input>:1:12: undefined field 'replicas'\n | object.spec.replicas > 1\n | ...........^\n",
    ]);
  });

  test("names types that do not fit, by kind and a number of chance", () => {
    expect(warn([PODS], [{ expression: "object.spec > 1" }])).toEqual([
      "spec.validations[0].expression: /v1, Kind=Pod: ERROR: <input>:1:13: found no matching overload for '_>_' applied to '(Pod500000000.spec, int)'\n | object.spec > 1\n | ............^\n",
    ]);
  });

  test("sees variables with their types, and messages", () => {
    const variables = [{ name: "n", expression: "object.spec.replicas" }];
    expect(
      warn([DEPLOYMENTS], [{ expression: "variables.n == 'a'", messageExpression: "variables.m" }], {
        variables,
      }),
    ).toEqual([
      expect.stringContaining(
        "validations[0].expression: apps/v1, Kind=Deployment: ERROR: <input>:1:13: found no matching overload for '_==_' applied to '(int, string)'",
      ),
      expect.stringContaining(
        "validations[0].messageExpression: apps/v1, Kind=Deployment: ERROR: <input>:1:10: undefined field 'm'",
      ),
    ]);
  });

  test("knows the type of parameters", () => {
    const paramKind = { apiVersion: "v1", kind: "ConfigMap" };
    expect(warn([PODS], [{ expression: "params.data.a == 1" }], { paramKind })).toHaveLength(1);
    expect(warn([PODS], [{ expression: "params.data.a == '1'" }], { paramKind })).toEqual([]);
    const unknown = { apiVersion: "example.com/v1", kind: "Nothing" };
    expect(warn([PODS], [{ expression: "params.data.a == 1" }], { paramKind: unknown })).toEqual([]);
  });

  test("is silent about rules with wildcards, subresources and kinds that are not served", () => {
    const wrong = [{ expression: "object.nothing" }];
    for (const rule of [
      { ...PODS, apiGroups: ["*"] },
      { ...PODS, apiVersions: ["*"] },
      { ...PODS, resources: ["*", "pods/status"] },
      { ...PODS, resources: ["widgets"] },
    ])
      expect(warn([rule], wrong)).toEqual([]);
    expect(warn([{ ...PODS, resources: ["pod"] }], wrong)).toHaveLength(1);
  });

  test("ends soon for rules that name billions of resources", () => {
    const names = Array.from({ length: 5000 }, (_, i) => `n${i}`);
    const huge = { ...PODS, apiGroups: names, apiVersions: names, resources: names };
    expect(warn([huge, PODS], [{ expression: "object.nothing" }])).toEqual([]);
  });
});
