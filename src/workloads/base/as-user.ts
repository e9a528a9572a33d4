import type { KubeObject } from "../../api/meta.ts";
import { record } from "../../json/value.ts";
import { type Credentials, createApiClient } from "./api-client.ts";
import type { ControllerHost } from "./controller.ts";

const ACCOUNTS = "/api/v1/namespaces/kube-system/serviceaccounts";
/** User that creates the service accounts of controllers in the reference. */
const MANAGER = "system:kube-controller-manager";
const LIFETIME_SECONDS = 3600;
/** Time before the expiry of a token at which a new one is requested, in milliseconds. */
const MARGIN_MS = 600_000;

/**
 * Returns credentials that impersonate a user. Requests have the rights of that user, and admission and audit
 * see that user.
 */
export const asUser =
  ({ token }: ControllerHost, user: string, groups: readonly string[] = []): Credentials =>
  async () => ({
    authorization: `Bearer ${token}`,
    "impersonate-user": user,
    ...(groups.length === 0 ? {} : { "impersonate-group": groups }),
  });

/**
 * Returns credentials of the service account `kube-system/NAME`, with a token of its own, as
 * kube-controller-manager does with `--use-service-account-credentials`. A missing account is created.
 */
export function asServiceAccount(host: ControllerHost, name: string): Credentials {
  const api = createApiClient(host.handle, asUser(host, MANAGER), "kube-controller-manager");
  let current: Promise<string> | undefined;
  let renewAt = 0;
  return async ({ again }) => {
    if (again || current === undefined || host.now() > renewAt) {
      renewAt = host.now() + LIFETIME_SECONDS * 1000 - MARGIN_MS;
      current = newToken(api, name);
      current.catch(() => {
        current = undefined;
      });
    }
    return { authorization: `Bearer ${await current}` };
  };
}

async function newToken(api: ReturnType<typeof createApiClient>, name: string): Promise<string> {
  const account: KubeObject = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name } };
  if ((await api.get(`${ACCOUNTS}/${name}`)).status === 404) await api.send("POST", ACCOUNTS, account);
  const { status, body } = await api.send("POST", `${ACCOUNTS}/${name}/token`, {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    spec: { expirationSeconds: LIFETIME_SECONDS },
  });
  const { token } = record(body.status);
  if (status !== 201 || typeof token !== "string")
    throw new Error(`no token for the service account ${name}: ${status} ${body.message ?? ""}`);
  return token;
}
