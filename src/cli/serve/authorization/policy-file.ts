import { nodeFiles } from "../../../admission/configuration/files.ts";
import { quote } from "../../../go/quote.ts";
import { parseJson } from "../../../json/parse/parse.ts";
import { isJsonObject, type JsonObject, text } from "../../../json/value.ts";
import { inContext } from "../../../report/in-context.ts";
import type { AbacPolicy } from "../../../server/authorize/abac.ts";

const VERSIONS = ["abac.authorization.kubernetes.io/v1beta1"];

/**
 * Policies of ABAC, one JSON object a line; empty lines and those that begin with # are passed over. Throws with file and
 * line (kubernetes/pkg/auth/authorizer/abac/abac.go, NewFromFile).
 */
export function readPolicyFile(path: string): readonly AbacPolicy[] {
  return nodeFiles
    .read(path)
    .split("\n")
    .flatMap((line, index) => {
      const text = line.trim();
      if (text === "" || text.startsWith("#")) return [];
      const context = `error reading policy file ${path}, line ${index + 1}: ${text}`;
      return [inContext(context, () => policyIn(text))];
    });
}

function policyIn(text: string): AbacPolicy {
  const object = parseJson(text);
  if (!isJsonObject(object)) throw new Error("no JSON object");
  const { apiVersion, kind, spec } = object;
  if (apiVersion === undefined && kind === undefined) return oldPolicy(object);
  if (kind !== "Policy" || !VERSIONS.includes(String(apiVersion)))
    throw new Error(`no kind ${quote(String(kind))} is registered for version ${quote(String(apiVersion))}`);
  return policyOf(isJsonObject(spec) ? spec : {});
}

/** `system:authenticated` and `*` mean all authenticated users. */
function policyOf(spec: JsonObject): AbacPolicy {
  const user = text(spec.user);
  const group = text(spec.group);
  const everybody = user === "*" || group === "*";
  return {
    user: everybody ? "" : user,
    group: everybody ? "system:authenticated" : group,
    readonly: spec.readonly === true,
    apiGroup: text(spec.apiGroup),
    resource: text(spec.resource),
    namespace: text(spec.namespace),
    nonResourcePath: text(spec.nonResourcePath),
  };
}

/** Converts lines in the form before Kubernetes 1.1: a field that they do not have matches every value. */
function oldPolicy({ user, group, readonly, resource, namespace }: JsonObject): AbacPolicy {
  const nobody = text(user) === "" && text(group) === "";
  const everybody = nobody || user === "*" || group === "*";
  return {
    user: everybody ? "" : text(user),
    group: everybody ? "system:authenticated" : text(group),
    readonly: readonly === true,
    apiGroup: "*",
    resource: text(resource) || "*",
    namespace: text(namespace) || "*",
    nonResourcePath: text(namespace) === "" && text(resource) === "" ? "*" : "",
  };
}
