import { describe, expect, it } from "vitest";
import type { KubeObject } from "../api/meta.ts";
import type { JsonObject } from "../json/value.ts";
import type { BuiltinPlugin } from "./hook.ts";
import { compilePlan } from "./plan.ts";

const configuration = (name: string, ...webhooks: JsonObject[]): KubeObject => ({
  metadata: { name },
  webhooks,
});
const plugin = (name: string): BuiltinPlugin => ({
  kind: "builtin",
  name,
  operations: new Set(["CREATE"]),
  admit: () => undefined,
  validate: () => undefined,
});

describe("compilePlan", () => {
  it("orders by the bytes of the configuration's name, then by the list", () => {
    const plan = compilePlan(
      [
        configuration("b", { name: "3" }),
        configuration("B", { name: "1" }),
        configuration("a-", { name: "2" }),
      ],
      [],
    );
    expect(plan.mutating.map(({ name }) => name)).toEqual(["1", "2", "3"]);
  });

  it("counts hooks of one name inside one configuration", () => {
    const plan = compilePlan([configuration("c", { name: "x" }, { name: "y" }, { name: "x" })], []);
    expect(plan.mutating.map(({ uid }) => uid)).toEqual(["c/x/0", "c/y/0", "c/x/1"]);
  });

  it("reads an empty item of YAML among the groups of a rule as the core group", () => {
    const rules = [{ operations: ["*"], apiGroups: [null, "apps"], apiVersions: ["v1"], resources: ["*"] }];
    const plan = compilePlan([configuration("c", { name: "x", rules })], []);
    expect(plan.mutating[0]?.rules[0]?.apiGroups).toEqual(["", "apps"]);
  });

  it("takes over what did not change", () => {
    const [a, b] = [configuration("a", { name: "1" }), configuration("b", { name: "2" })];
    const first = compilePlan([a, b], []);
    const second = compilePlan([a, configuration("b", { name: "3" })], [], { previous: first });
    expect(second.mutating[0]).toBe(first.mutating[0]);
    expect(second.mutating[1]?.name).toBe("3");
    const third = compilePlan([b], [], { previous: first });
    expect(third.mutating).toEqual([first.mutating[1]]);
    expect(third.mutating[0]).toBe(first.mutating[1]);
  });

  it("puts plugins where the reference has them, quota after the validating webhooks", () => {
    const plan = compilePlan([], [], {
      plugins: [plugin("ResourceQuota"), plugin("NamespaceLifecycle")],
    });
    const names = plan.stages.map((stage) => (stage.kind === "plugin" ? stage.plugin.name : stage.name));
    expect(names).toEqual([
      "NamespaceLifecycle",
      "MutatingAdmissionPolicy",
      "MutatingAdmissionWebhook",
      "ValidatingAdmissionPolicy",
      "ValidatingAdmissionWebhook",
      "ResourceQuota",
    ]);
    expect(plan.chain.admit.DELETE.map((stage) => stage.kind)).toEqual(["webhooks"]);
  });

  it("keeps what is wrong with a selector for the request that meets it", () => {
    const namespaceSelector = { matchExpressions: [{ key: "a", operator: "In", values: [] }] };
    const [hook] = compilePlan([configuration("c", { name: "x", namespaceSelector })], []).mutating;
    expect(hook?.namespaceSelector).toEqual({
      kind: "broken",
      message: "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty",
    });
  });
});
