import { formatGroupVersion } from "../../../api/group-version.ts";
import type { Expr } from "../../../cel/parse/ast.ts";
import { walk } from "../../../cel/parse/walk.ts";
import type { Activation } from "../../../cel/plan/frame.ts";
import { type Evaluation, evaluations, firstFailure, outcomeText } from "../../expressions/evaluated.ts";
import { chainOf, comparedWith } from "../../expressions/reads.ts";
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
  const outcome = outcomeText(failurePolicy);
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

/**
 * Evaluates conditions with the facts that the rules fix: kind, resource and subresource. All that reads anything
 * else fails, so that a result is certain.
 */
export const neverHolds: Rule = {
  id: "never-holds",
  severity: "warning",
  summary:
    "A match condition is false for every request, or a comparison with the name of a user never holds",
  check: (model) => evaluations(model).flatMap((one) => [...problemsOf(one, model), ...noUsers(one)]),
};

function problemsOf(one: Evaluation, { registry }: Model): Problem[] {
  const { named, complete } = targetsOf(one.rules, registry);
  if (!complete || named.length === 0) return [];
  return one.steps.flatMap(({ use, expr, program, path }): Problem[] => {
    if (use !== "condition" || program.kind !== "program") return [];
    const { mayAsk, onlyKind } = wayOf(expr);
    if (!mayAsk) return [];
    const isFalse = (target: Target): boolean => program.run(factsOf(target, onlyKind)).value === false;
    // Without any facts, the condition is a constant, which another rule reports.
    if (!named.every(isFalse) || program.run({}).value === false) return [];
    const kinds = [...new Set(named.map(({ kind }) => kind.kind))].join(", ");
    const resources = [...new Set(named.map(resourceText))].join(", ");
    const message = `the condition is false for every request that the rules match: they are about ${resources} (kind ${kinds}), so it is never called or evaluated`;
    return [{ of: one.of, webhook: one.webhook, path, message, fix: "name a kind or resource of the rules" }];
  });
}

/** Names of service accounts are system:serviceaccount:NAMESPACE:NAME. */
function noUsers({ of, webhook, steps }: Evaluation): Problem[] {
  return steps.flatMap(({ expr, path }) =>
    comparedWith(expr, "request.userInfo.username")
      .filter(({ text }) => text.startsWith(ACCOUNT) && text.split(":").length !== 4)
      .map(({ text }): Problem => {
        const message = `no user has the name "${text}": that of a service account is ${ACCOUNT}NAMESPACE:NAME`;
        const [namespace = "", name = ""] = text.slice(ACCOUNT.length).split(/[/:]/);
        const fix = name === "" ? "" : `write ${ACCOUNT}${namespace}:${name}`;
        return { of, webhook, path, message, fix };
      }),
  );
}

const ACCOUNT = "system:serviceaccount:";

const resourceText = ({ resource: { group, resource }, subresource }: Target): string =>
  `${resource}${subresource === "" ? "" : `/${subresource}`}${group === "" ? "" : `.${group}`}`;

/** Looks for questions that absent facts would answer wrongly: has() and optional fields. */
function wayOf(expr: Expr): { readonly mayAsk: boolean; readonly onlyKind: boolean } {
  let mayAsk = true;
  let onlyKind = true;
  walk(expr, (one) => {
    if ((one.kind === "select" && one.test) || (one.kind === "call" && one.name.includes("?"))) {
      if (one.kind === "select" || one.name !== "_?_:_") mayAsk = false;
    }
    if (one.kind === "comprehension") mayAsk = false;
    const [root, field] = (one.kind === "select" && chainOf(one)) || [];
    if (root === "object" && field !== "kind" && field !== "apiVersion") onlyKind = false;
  });
  return { mayAsk, onlyKind };
}

function factsOf({ kind, resource, subresource, operation }: Target, onlyKind: boolean): Activation {
  const request = {
    kind: { group: kind.group, version: kind.version, kind: kind.kind },
    resource: { ...resource },
    ...{ subResource: subresource },
  };
  const object = { apiVersion: formatGroupVersion(kind), kind: kind.kind };
  return { request, ...(onlyKind && operation !== "DELETE" && { object }) };
}
