import { expect, test } from "vitest";
import { builtinStrategy } from "../../../test/tools/builtin-strategy.tool.ts";
import { context } from "../../../test/tools/core-writes.tool.ts";
import type { KubeObject } from "../../api/meta.ts";
import { metaRulesOf, validateObjectMeta } from "../machine/object-meta/validate-object-meta.ts";
import { checkObjectMetaUpdate, repeatedErrors } from "../machine/object-meta/validate-object-meta-update.ts";

const object: KubeObject = { metadata: { name: "x", finalizers: ["None", "a/b"] }, spec: {} };

/** Returns the number of errors about the finalizer without a domain, on create and on update. */
function complaints(name: string): [number, number] {
  const strategy = builtinStrategy(name);
  const rules = metaRulesOf(strategy, false, object);
  const { metadata } = object;
  const meta = checkObjectMetaUpdate(metadata, metadata, rules);
  const own = strategy.validateUpdate?.(object, object, { ...context, meta }) ?? [];
  const errors = [
    validateObjectMeta(metadata, rules),
    [...repeatedErrors(meta, strategy.repeatsMeta), ...own],
  ];
  const count = (list: (typeof errors)[number] = []) =>
    list.filter(({ field }) => field === "metadata.finalizers[0]").length;
  return [count(errors[0]), count(errors[1])];
}

test("finalizers of most kinds have a domain, as often as their metadata is looked at", () => {
  expect(complaints("apps/statefulsets")).toEqual([1, 1]);
  expect(complaints("networking.k8s.io/ingresses")).toEqual([1, 2]);
  expect(complaints("rbac.authorization.k8s.io/roles")).toEqual([1, 2]);
  expect(complaints("storage.k8s.io/storageclasses")).toEqual([1, 2]);
  expect(complaints("batch/cronjobs")).toEqual([1, 1]);
  expect(complaints("batch/jobs")).toEqual([1, 1]);
  expect(complaints("networking.k8s.io/servicecidrs")).toEqual([1, 1]);
});

test("those of some need none", () => {
  expect(complaints("coordination.k8s.io/leases")).toEqual([0, 0]);
});
