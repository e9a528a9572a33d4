import { besideTemplate } from "../../../explain/offline/beside-template.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { podTemplate } from "../../../explain/pods/pod-template.ts";
import { record, text } from "../../../json/value.ts";
import type { Model } from "../../model/model.ts";
import { kindOf, labelsOf, nameOf } from "../../model/names.ts";
import { type PlacedSelectors, placedSelectors } from "../../model/placed-selectors.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Only labels with a domain, which are for programs: other labels of a workload describe the workload itself. */
export const labelBesideTemplate: Rule = {
  id: "label-beside-template",
  severity: "warning",
  summary: "A webhook for pods selects by a label that is on a workload, and not in the template of its pods",
  check: (model) => placedSelectors(model).flatMap((one) => problemsOf(one, model)),
};

function problemsOf(
  { webhook, of, objectSelector, rules }: PlacedSelectors,
  { manifests }: Model,
): Problem[] {
  const isForPods = rules.every(({ resources }) => resources.every((one) => one === "pods"));
  if (!isForPods || objectSelector.kind !== "selector" || objectSelector.selector.matches({})) return [];
  const { selector } = objectSelector;
  return manifests.flatMap((workload): Problem[] => {
    const beside = besideTemplate(workload.object);
    const key = Object.keys(beside?.labels ?? {}).find((one) =>
      selector.requirements.some((wanted) => wanted.key === one),
    );
    const pods = podLabels(workload);
    if (
      key === undefined ||
      selector.matches(pods) ||
      !selector.matches({ ...pods, ...labelsOf(workload, "labels") })
    )
      return [];
    const name = webhook === "" ? nameOf(of) : webhook;
    const message = `the label ${key} is on the ${kindOf(workload)}, and pods get the labels of its template: ${name} does not select them`;
    const fix = `write ${key} in ${beside?.at}/labels`;
    return [{ of: workload, path: ["metadata", "labels", key], message, fix }];
  });
}

const podLabels = ({ object }: Manifest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record(podTemplate(object)?.metadata.labels)).map(([key, value]) => [key, text(value)]),
  );
