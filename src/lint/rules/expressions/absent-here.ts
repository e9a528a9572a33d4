import { type Evaluation, evaluations, firstFailure } from "../../expressions/evaluated.ts";
import { scenesFor } from "../../expressions/scenes.ts";
import { type Target, targetsOf } from "../../expressions/targets.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Evaluates the expressions for CONNECT, whose object is options, for the deletion of a collection, which has no name, and for objects without a namespace. */
export const absentHere: Rule = {
  id: "absent-here",
  severity: "warning",
  summary:
    "An expression reads metadata on CONNECT, the name in the deletion of a collection, or the namespace of a cluster-scoped object: they do not exist there",
  check: (model) =>
    evaluations(model).flatMap((one) => {
      const targets = targetsOf(one.rules, model.registry).named;
      return targets.flatMap((target) => problemOf(one, target, model) ?? []).slice(0, 1);
    }),
};

function problemOf(one: Evaluation, target: Target, { registry }: Model): Problem | undefined {
  const { of, webhook, failurePolicy } = one;
  const { operation, kind, namespaced, subresource } = target;
  const scene = scenesFor(one.objectSelector, registry);
  if (scene === undefined) return undefined;
  const failed = (name: string) => firstFailure(one, scene(target, { name }));
  const outcome = `${failurePolicy === "Fail" ? "the request is refused" : "it is not checked"} (failurePolicy ${failurePolicy})`;
  const usual = failed("sample");
  const missing = /^no such key: (metadata|spec|status|namespace)$/.exec(usual?.message ?? "")?.[1];
  const found = (at: typeof usual, message: string, fix: string): Problem | undefined =>
    at && { of, webhook, path: at.path, message: `${message}: ${outcome}`, fix };
  if (operation === "CONNECT" && missing !== undefined && missing !== "namespace") {
    const fix = "request.name and request.namespace, which are those of the pod";
    return found(usual, `on CONNECT object is ${kind.kind}, which has no ${missing}`, fix);
  }
  if (!namespaced && missing === "namespace") {
    const told = `a ${kind.kind} is cluster-scoped, has no namespace, and the evaluation fails (no such key: namespace)`;
    return found(usual, told, "has(….namespace) && …, or only namespaced kinds in the rules");
  }
  const unnamed =
    operation === "DELETE" && subresource === "" && usual === undefined ? failed("") : undefined;
  if (unnamed?.message !== "no such key: name") return undefined;
  const told =
    "in the deletion of a collection (deletecollection) request.name is absent, and the evaluation fails";
  return found(unnamed, told, "oldObject.metadata.name");
}
