import { expect, test } from "vitest";
import { builtinStrategy } from "../../../../../test/tools/builtin-strategy.tool.ts";
import { TEMPLATE_GENERATION } from "./template-generation.ts";

/** kubernetes/pkg/registry/apps/daemonset/strategy.go, WarningsOnUpdate, is the source of this rule. */
test("a template is warned of only when it changes, whatever else does", () => {
  const { warnings } = builtinStrategy("apps/daemonsets");
  const daemonSet = (generation: number, templateGeneration: number) => ({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { generation, annotations: { [TEMPLATE_GENERATION]: String(templateGeneration) } },
    spec: { template: { spec: { containers: [], imagePullSecrets: [{}] } } },
  });
  const told = ['spec.template.spec.imagePullSecrets[0].name: invalid empty name ""'];
  expect(warnings?.(daemonSet(1, 1), undefined, {})).toEqual(told);
  expect(warnings?.(daemonSet(2, 1), daemonSet(1, 1), {})).toEqual([]);
  expect(warnings?.(daemonSet(2, 2), daemonSet(1, 1), {})).toEqual(told);
});
