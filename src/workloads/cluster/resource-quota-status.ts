import { kubeObject } from "../../api/object/kube-object.ts";
import { equal } from "../../json/equal.ts";
import { type JsonObject, membersOf } from "../../json/value.ts";
import type { Controller, ControllerContext } from "../base/controller.ts";

/**
 * Recomputes the usage in a namespace when an object in it changes or is deleted: admission only ever adds to
 * it.
 */
export const resourceQuotaStatus: Controller = {
  name: "resourcequota-controller",
  alias: "resourcequota",
  start(context) {
    const quotasOf = new Map<string, Set<string>>();
    const quotas = context.queue((key) => updateStatus(context, key));
    return ({ object, deleted }) => {
      const { namespace = "", name = "" } = object.metadata;
      const isQuota = object.kind === "ResourceQuota" && object.apiVersion === "v1";
      if (isQuota) {
        const known = quotasOf.get(namespace) ?? new Set();
        if (deleted) known.delete(name);
        else quotasOf.set(namespace, known.add(name));
        if (known.size === 0) quotasOf.delete(namespace);
      }
      if (quotasOf.size === 0 || namespace === "") return;
      for (const quota of quotasOf.get(namespace) ?? [])
        if (!isQuota || quota === name || deleted) quotas.add(`${namespace}/${quota}`);
    };
  },
};

async function updateStatus({ api, host }: ControllerContext, key: string): Promise<boolean> {
  const [namespace = "", name = ""] = key.split("/");
  const path = `/api/v1/namespaces/${namespace}/resourcequotas/${name}`;
  const { status, body } = await api.get(path);
  if (status !== 200) return status === 404;
  const quota = kubeObject(body);
  const before = membersOf<{ hard?: JsonObject; used?: JsonObject }>(quota.status);
  const { hard = {} } = membersOf<{ hard?: JsonObject }>(quota.spec);
  const counted = await host.countUsage(quota);
  const all: JsonObject = { ...before.used, ...counted };
  const used = Object.fromEntries(Object.entries(all).filter(([resource]) => Object.hasOwn(hard, resource)));
  if (equal(before.hard ?? null, hard) && equal(before.used ?? null, used)) return true;
  const written = await api.send("PUT", `${path}/status`, { ...quota, status: { hard, used } });
  // 413: the quota names too many resources, so that its status is too large to be written.
  return [200, 404, 413].includes(written.status);
}
