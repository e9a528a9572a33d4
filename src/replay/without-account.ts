import { isJsonObject, type Json, type JsonObject, records, text } from "../json/value.ts";

const TOKENS = /^kube-api-access-/;
const MOUNTED_AT = "/var/run/secrets/kubernetes.io/serviceaccount";
/** Account of pods that do not name one. */
const DEFAULT = "default";

/**
 * Returns the spec of a pod without the fields that the plugin ServiceAccount writes: the account, and a
 * volume with its token, which has a random name. A replay has that plugin disabled; servers from which
 * requests are recorded have it enabled.
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

/** Returns a list without some of its members. An empty list is left out. */
function kept(member: string, list: Json | undefined, isOut: (one: JsonObject) => boolean): JsonObject {
  const rest = records(list).filter((one) => !isOut(one));
  return rest.length === 0 ? {} : { [member]: rest };
}
