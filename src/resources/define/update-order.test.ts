import { expect, test } from "vitest";
import { builtinStrategy } from "../../../test/tools/builtin-strategy.tool.ts";
import { context } from "../../../test/tools/core-writes.tool.ts";
import type { KubeObject } from "../../api/meta.ts";
import { metaRulesOf } from "../machine/object-meta/validate-object-meta.ts";
import { checkObjectMetaUpdate, repeatedErrors } from "../machine/object-meta/validate-object-meta-update.ts";

type Fields = Record<string, unknown>;

const object = (finalizers: string[], fields: Fields): KubeObject =>
  ({ metadata: { name: "x", namespace: "n", generateName: "a/b", finalizers }, ...fields }) as KubeObject;

/**
 * Returns the fields of an update's errors, in order. Errors of metadata are shown by their type: `new` (the
 * name is checked, as in ValidateObjectMeta) or `change` (ValidateObjectMetaUpdate). Generic checks, which
 * come first, are left out.
 */
function order(name: string, fields: Fields, old: Fields): string[] {
  const strategy = builtinStrategy(name);
  const changed = object(["x"], fields);
  const rules = metaRulesOf(strategy, true, changed);
  const meta = checkObjectMetaUpdate(changed.metadata, object(["x"], old).metadata, rules);
  const own = strategy.validateUpdate?.(changed, object(["x"], old), { ...context, meta }) ?? [];
  const after = [...repeatedErrors(meta, strategy.repeatsMeta), ...own].slice(meta.generic.length);
  return after.flatMap(({ field }, i) => {
    if (field === "metadata.finalizers[0]")
      return after[i - 1]?.field === "metadata.generateName" ? ["new"] : ["change"];
    return field.startsWith("metadata.") ? [] : [field];
  });
}

test("some kinds are validated as new, then as changed", () => {
  const rule = [{ verbs: [], apiGroups: ["a"], resources: ["b"] }];
  const role = "rbac.authorization.k8s.io/roles";
  expect(order(role, { rules: rule }, {})).toEqual(["new", "rules[0].verbs", "change"]);

  const ref = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" };
  const subjects = [{ kind: "User", name: "", apiGroup: ref.apiGroup }];
  const binding = order(
    "rbac.authorization.k8s.io/rolebindings",
    { roleRef: ref, subjects },
    { roleRef: { ...ref, name: "s" } },
  );
  expect(binding).toEqual(["new", "subjects[0].name", "change", "roleRef"]);

  const taints = [{ key: "", effect: "NoSchedule" }];
  const ofNode = order("/nodes", { spec: { taints } }, {});
  expect(ofNode.filter((field) => !field.includes("taints"))).toEqual(["new", "change"]);
});

test("others as changed, then as new", () => {
  const map = { immutable: true, data: { a: "b" } };
  expect(order("/configmaps", { ...map, data: { "a b": "b" } }, map)).toEqual([
    "change",
    "data",
    "new",
    "data[a b]",
  ]);
  expect(order("/secrets", { type: "b", data: { "a b": "" } }, { type: "a" })).toEqual([
    "change",
    "type",
    "new",
    "data[a b]",
  ]);
  const controller = (name: string) => ({ spec: { controller: name } });
  const ofClass = order("networking.k8s.io/ingressclasses", controller("a"), controller("a.b/c"));
  expect(ofClass).toEqual(["change", "spec.controller", "new", "spec.controller"]);
});

test("a volume as new twice, a stateful set's status with metadata in the middle", () => {
  const spec = { accessModes: ["ReadWriteOnce"], capacity: { storage: "1" }, hostPath: { path: "a/.." } };
  const path = "spec.hostPath.path";
  expect(order("/persistentvolumes", { spec }, { spec })).toEqual(["new", path, "new", path]);

  const ofSet = order(
    "apps/statefulsets/status",
    { status: { collisionCount: -1 } },
    { status: { collisionCount: 1 } },
  );
  expect(ofSet).toEqual(["status.collisionCount", "change", "status.collisionCount"]);
});
