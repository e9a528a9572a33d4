import type { KubeObject } from "../../../api/meta.ts";
import { goTexts, isJsonObject, type Json, text } from "../../../json/value.ts";
import type { ParamRef, PolicyBinding, ValidationAction } from "../../policy-hook.ts";
import { compileCriteria, compileSelector } from "../compile-match.ts";

/** Compiles a binding of either kind as stored (v1, defaults applied). */
export function compileBinding({ metadata, spec }: KubeObject): PolicyBinding {
  const { policyName, matchResources, paramRef, validationActions } = isJsonObject(spec) ? spec : {};
  return {
    name: metadata.name ?? "",
    policyName: text(policyName),
    criteria: isJsonObject(matchResources) ? compileCriteria(matchResources) : undefined,
    paramRef: compileParamRef(paramRef),
    actions: goTexts(validationActions).filter(isAction),
  };
}

const isAction = (action: string): action is ValidationAction =>
  action === "Deny" || action === "Warn" || action === "Audit";

function compileParamRef(paramRef: Json | undefined): ParamRef | undefined {
  if (!isJsonObject(paramRef)) return undefined;
  const { name, namespace, selector, parameterNotFoundAction } = paramRef;
  return {
    name: text(name),
    namespace: text(namespace),
    selector: isJsonObject(selector) ? compileSelector(selector) : undefined,
    denyMissing: parameterNotFoundAction === "Deny",
  };
}
