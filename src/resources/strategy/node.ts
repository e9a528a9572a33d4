import type { FieldReport } from "../../api/field-path.ts";
import type { KubeObject } from "../../api/meta.ts";
import { dns1123LabelProblems } from "../../api/name-format.ts";
import { checkLabels } from "../../api/validate-labels.ts";
import { strategy, view } from "../define/strategy.ts";
import { checksThenCompares } from "../define/update-order.ts";
import type { Strategy } from "../kind.ts";
import { coreForm } from "../kinds/shared/go-form/core-forms.ts";
import { checkOverhead } from "../kinds/shared/pod-template/container-resources.ts";
import type { Toleration } from "../kinds/shared/pod-template/pod-spec.ts";
import { podRules } from "../kinds/shared/pod-template/rules.ts";
import { checkTolerations } from "../kinds/shared/pod-template/tolerations.ts";
import { deprecatedNodeLabel } from "../kinds/shared/values/node-labels.ts";
import { checkImmutable } from "../kinds/shared/workload/workload.ts";

interface RuntimeClass {
  readonly handler?: string;
  readonly overhead?: { readonly podFixed?: Readonly<Record<string, string>> };
  readonly scheduling?: {
    readonly nodeSelector?: Readonly<Record<string, string>>;
    readonly tolerations?: readonly Toleration[];
  };
}

function checkRuntimeClass(runtimeClass: RuntimeClass, _old: unknown, at: FieldReport): void {
  const { handler, overhead, scheduling } = runtimeClass;
  at.requireFormat("handler", handler, dns1123LabelProblems);
  if (overhead?.podFixed !== undefined)
    checkOverhead(overhead.podFixed, podRules(false), at.child("overhead"));
  if (scheduling !== undefined) {
    checkLabels(scheduling.nodeSelector, at.child("scheduling").child("nodeSelector"));
    checkDistinctTolerations(scheduling.tolerations ?? [], at.child("scheduling").child("tolerations"));
  }
}

function checkSameHandler(
  { handler = "" }: RuntimeClass,
  { handler: old = "" }: RuntimeClass,
  at: FieldReport,
): void {
  checkImmutable(handler, old, at.child("handler"));
}

function checkDistinctTolerations(tolerations: readonly Toleration[], at: FieldReport): void {
  checkTolerations(tolerations, false, at);
  const seen = new Set<string>();
  tolerations.forEach((toleration, i) => {
    const { key = "", operator = "", value = "", effect = "" } = toleration;
    const identity = JSON.stringify([key, operator, value, effect]);
    if (seen.has(identity)) at.index(i).duplicate(coreForm("Toleration", toleration));
    seen.add(identity);
  });
}

function nodeSelectorWarnings(object: KubeObject): string[] {
  const { nodeSelector = {} } = view<RuntimeClass>(object).scheduling ?? {};
  return Object.keys(nodeSelector).flatMap((key) => {
    const message = deprecatedNodeLabel(key);
    return message === undefined ? [] : [`scheduling.nodeSelector: ${message}`];
  });
}

export const nodeStrategies: ReadonlyMap<string, Strategy> = new Map([
  [
    "node.k8s.io/runtimeclasses",
    strategy({
      ...checksThenCompares(checkRuntimeClass, checkSameHandler),
      allowCreateOnUpdate: true,
      allowUnconditionalUpdate: false,
      warningsOnCreate: nodeSelectorWarnings,
      warningsOnUpdate: nodeSelectorWarnings,
    }),
  ],
]);
