import type { ApiClient } from "./api-client.ts";

/** Every namespace has a service account `default`: pods that name none run as it. */
export async function ensureDefaultAccount(api: ApiClient, namespace: string): Promise<boolean> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  if ((await api.get(`${path}/default`)).status === 200) return true;
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } };
  const { status } = await api.send("POST", path, account);
  return status === 201 || status === 409 || status === 404 || status === 403;
}
