import { evaluations, firstFailure } from "../../expressions/evaluated.ts";
import { sceneOf } from "../../expressions/scenes.ts";
import { targetsOf } from "../../expressions/targets.ts";
import { satisfying } from "../../requests/satisfying.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Evaluates the expressions for CONNECT, whose object is options, and for the deletion of a collection, which has no name. */
export const absentHere: Rule = {
  id: "absent-here",
  severity: "warning",
  summary:
    "An expression reads metadata on CONNECT, or the name in the deletion of a collection: they do not exist there",
  check: (model) =>
    evaluations(model).flatMap((one): Problem[] => {
      const { of, webhook, failurePolicy, rules } = one;
      const needed = satisfying(one.objectSelector) ?? {};
      const outcome = failurePolicy === "Fail" ? "the request is refused" : "it is not checked";
      for (const target of targetsOf(rules, model.registry).named) {
        const failed = (name: string) =>
          firstFailure(one, sceneOf({ target, needed, marks: undefined, name, registry: model.registry }));
        if (target.operation === "CONNECT") {
          const [, missing] =
            /^no such key: (metadata|spec|status)$/.exec(failed("sample")?.message ?? "") ?? [];
          const at = failed("sample");
          if (missing === undefined || at === undefined) continue;
          const message = `on CONNECT object is ${target.kind.kind}, which has no ${missing}: ${outcome} (failurePolicy ${failurePolicy})`;
          return [
            {
              of,
              webhook,
              path: at.path,
              message,
              fix: "request.name and request.namespace, which are those of the pod",
            },
          ];
        }
        if (target.operation !== "DELETE" || target.subresource !== "" || failed("sample") !== undefined)
          continue;
        const at = failed("");
        if (at?.message !== "no such key: name") continue;
        const message = `in the deletion of a collection (deletecollection) request.name is absent, and the evaluation fails: ${outcome} (failurePolicy ${failurePolicy})`;
        return [{ of, webhook, path: at.path, message, fix: "oldObject.metadata.name" }];
      }
      return [];
    }),
};
