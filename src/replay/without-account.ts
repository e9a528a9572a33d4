import { isJsonObject, type Json, type JsonObject, records, text } from "../api/json.ts";

const TOKENS = /^kube-api-access-/;
const MOUNTED_AT = "/var/run/secrets/kubernetes.io/serviceaccount";
/** Every pod runs as this one that names none. */
const DEFAULT = "default";

/**
 * The spec of a pod without what the plugin ServiceAccount writes into each: the account, and a volume with its token, of a
 * random name. A replay has that plugin off, and servers that requests are recorded from have it on.
 */
export function withoutAccount(spec: JsonObject): JsonObject {
  const { serviceAccountName, serviceAccount, volumes, containers, initContainers, ...rest } = spec;
  const named = serviceAccountName ?? serviceAccount;
  return {
    ...rest,
    ...(named !== undefined && named !== DEFAULT && { serviceAccountName: named }),
    ...kept("volumes", volumes, ({ name }) => TOKENS.test(text(name))),
    ...mounted("containers", containers),
    ...mounted("initContainers", initContainers),
  };
}

function mounted(member: string, containers: Json | undefined): JsonObject {
  if (!Array.isArray(containers)) return containers === undefined ? {} : { [member]: containers };
  const isToken = ({ name, mountPath }: JsonObject): boolean =>
    mountPath === MOUNTED_AT && TOKENS.test(text(name));
  const without = containers.map((one) => {
    if (!isJsonObject(one)) return one;
    const { volumeMounts, ...own } = one;
    return { ...own, ...kept("volumeMounts", volumeMounts, isToken) };
  });
  return { [member]: without };
}

/** A list without some of its members; empty is the same as none. */
function kept(member: string, list: Json | undefined, isOut: (one: JsonObject) => boolean): JsonObject {
  const rest = records(list).filter((one) => !isOut(one));
  return rest.length === 0 ? {} : { [member]: rest };
}
