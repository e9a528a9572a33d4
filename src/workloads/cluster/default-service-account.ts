import type { ApiClient } from "../base/api-client.ts";
import { type Controller, isDying } from "../base/controller.ts";

/**
 * Every namespace has a service account `default`: pods that name no account run as it. If it is deleted,
 * this controller creates it again.
 */
export const defaultServiceAccount: Controller = {
  name: "serviceaccount-controller",
  alias: "serviceaccount",
  kinds: ["v1/Namespace", "v1/ServiceAccount"],
  start({ api, queue }) {
    const namespaces = queue((name) => ensure(api, name));
    return ({ object, deleted }) => {
      const { name = "", namespace = "" } = object.metadata;
      if (object.kind === "Namespace" && !deleted && !isDying(object)) namespaces.add(name);
      if (object.kind === "ServiceAccount" && deleted && name === "default") namespaces.add(namespace);
    };
  },
};

async function ensure(api: ApiClient, namespace: string): Promise<boolean> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  if ((await api.get(`${path}/default`)).status === 200) return true;
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } };
  const { status } = await api.send("POST", path, account);
  return status === 201 || status === 409 || status === 404 || status === 403;
}
