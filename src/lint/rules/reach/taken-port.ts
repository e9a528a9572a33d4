import { records, text } from "../../../json/value.ts";
import { backendsOf } from "../../bring-up/backend.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Ports at which programs of every node listen. */
const TAKEN: Readonly<Record<number, string>> = {
  10248: "the kubelet",
  10249: "kube-proxy",
  10250: "the kubelet",
  10256: "kube-proxy",
};

/** Pods in the network of their node share its ports. */
export const takenPort: Rule = {
  id: "taken-port",
  severity: "error",
  summary: "The pods of a webhook are in the network of their node, and listen at a port that the node uses",
  check: (model) =>
    backendsOf(model).flatMap(({ workloads }) =>
      workloads.flatMap(({ of, template: { spec } }) =>
        (spec.hostNetwork === true ? records(spec.containers) : []).flatMap((container, index) =>
          records(container.ports).flatMap(({ containerPort }, place): Problem[] => {
            const owner = TAKEN[Number(containerPort)];
            if (owner === undefined) return [];
            const path = [
              ...["spec", "template", "spec", "containers", index],
              ...["ports", place, "containerPort"],
            ];
            const message = `the pods are in the network of the node (hostNetwork), where ${owner} listens at ${String(containerPort)}: ${text(container.name)} cannot listen there, and does not start`;
            return [{ of, path, message, fix: "another port, here and in the arguments of the program" }];
          }),
        ),
      ),
    ),
};
