import type { Attributes } from "../../admission/attributes.ts";
import type { RuleSubject } from "../../admission/match/rules.ts";
import type { KubeObject, UserInfo } from "../../api/meta.ts";
import { type JsonObject, text } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import type { Registry } from "../../resources/registry.ts";
import { readNew } from "../../resources/write.ts";
import { HANDLER_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "../../server/accept/deadline.ts";

/** A request to check, with the parts that admission reads. */
export interface LintRequest extends RuleSubject {
  readonly name: string;
  readonly user: UserInfo;
  readonly object: JsonObject | null;
  readonly oldObject: JsonObject | null;
}

/** Returns the attributes of a request for the engine. `deadline` is a time on the clock of the engine. */
export function attributesOf(request: LintRequest, registry: Registry, deadline?: number): Attributes {
  const { operation, resource, subresource, namespace, name, user, object, oldObject } = request;
  const { group, version } = resource;
  const kind = registry.kindFor(resource, subresource) ?? {
    group,
    version,
    kind: text((object ?? oldObject)?.kind),
  };
  return {
    operation,
    kind,
    resource,
    subresource,
    name,
    namespace: group === "" && resource.resource === "namespaces" ? name : namespace,
    user,
    dryRun: false,
    options: null,
    oldObject: hubOf(oldObject, registry),
    ...(deadline !== undefined && { deadline }),
  };
}

/** Returns the object as the server stores it, with defaults; unchanged if it cannot be read. */
export function hubOf(object: JsonObject | null, registry: Registry): KubeObject | null {
  if (object === null) return null;
  const written = { metadata: {}, ...structuredClone(object) } as KubeObject;
  const [version = "", group = ""] = text(object.apiVersion).split("/").reverse();
  const kind = registry.kind(group, version, text(object.kind));
  if (kind === undefined) return written;
  return attempt(() => readNew(kind, structuredClone(written))) ?? written;
}

/** `pods/binding`. */
export const resourceText = ({
  resource: { resource, group },
  subresource,
}: Pick<LintRequest, "resource" | "subresource">): string =>
  `${resource}${group === "" ? "" : `.${group}`}${subresource === "" ? "" : `/${subresource}`}`;

/** Returns the server's limit for a request, in milliseconds; undefined for CONNECT, which has none. */
export const requestLimit = ({ operation }: Pick<LintRequest, "operation">): number | undefined =>
  operation === "CONNECT" ? undefined : Math.min(HANDLER_TIMEOUT_MS, REQUEST_TIMEOUT_MS);

export const KUBELET: UserInfo = {
  username: "system:node:node",
  groups: ["system:nodes", "system:authenticated"],
};
export const SCHEDULER: UserInfo = { username: "system:kube-scheduler", groups: ["system:authenticated"] };
export const CONTROLLER_MANAGER: UserInfo = {
  username: "system:kube-controller-manager",
  groups: ["system:authenticated"],
};
/** The user who applies manifests. */
export const APPLIER: UserInfo = { username: "kubernetes-admin", groups: ["system:authenticated"] };
