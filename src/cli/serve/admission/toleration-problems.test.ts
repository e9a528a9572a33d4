import { expect, it } from "vitest";
import { podTolerationRestriction } from "../../../admission/hooks/optional/pod-toleration-restriction/pod-toleration-restriction.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { tolerationProblems } from "./toleration-problems.ts";

const HEAD = { apiVersion: "podtolerationrestriction.admission.k8s.io/v1alpha1", kind: "Configuration" };

const problemOf = (settings: object): string => {
  try {
    podTolerationRestriction(JSON.stringify({ ...HEAD, ...settings }), { tolerationProblems });
    return "";
  } catch (error) {
    return messageOf(error);
  }
};

it.each([
  [{}, ""],
  [{ default: [{ key: "a", operator: "Exists" }], whitelist: [{ operator: "Exists" }] }, ""],
  [
    {
      default: [{ key: "a", operator: "Exists", effect: "x" }],
      whitelist: [{ operator: "Exists", value: "v" }],
    },
    'invalid config: [podtolerationrestriction.default[0].effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute" podtolerationrestriction.whitelist[0].operator: Invalid value: "v": value must be empty when `operator` is \'Exists\']',
  ],
  [
    { whitelist: [{ key: 1 }] },
    "json: cannot unmarshal number into Go struct field Toleration.whitelist.key of type string",
  ],
])("settings %j", (settings, problem) => {
  expect(problemOf(settings)).toBe(problem);
});
