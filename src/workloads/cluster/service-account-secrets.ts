import type { KubeObject } from "../../api/meta.ts";
import { kubeObject } from "../../api/object/kube-object.ts";
import { dns1123SubdomainProblems } from "../../api/validation/name-format.ts";
import { membersOf, record } from "../../json/value.ts";
import type { ApiClient, ApiResult } from "../base/api-client.ts";
import type { Controller, ControllerContext } from "../base/controller.ts";

const TYPE = "kubernetes.io/service-account-token";
const NAME = "kubernetes.io/service-account.name";
const UID = "kubernetes.io/service-account.uid";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/**
 * Secrets of type `kubernetes.io/service-account-token` get a token of the service account that their
 * annotation names. They are deleted with that account.
 */
export const serviceAccountSecrets: Controller = {
  name: "serviceaccount-token-controller",
  alias: "serviceaccount-token",
  kinds: ["v1/Secret", "v1/ServiceAccount"],
  start(context) {
    const ofAccount = new Map<string, Set<string>>();
    const secrets = context.queue((key) => fill(context, key));
    const note = ({ metadata }: KubeObject, deleted: boolean): void => {
      const { namespace = "", name = "", annotations = {} } = metadata;
      const account = `${namespace}/${annotations[NAME] ?? ""}`;
      const known = ofAccount.get(account) ?? new Set();
      if (deleted) known.delete(name);
      else ofAccount.set(account, known.add(name));
      if (known.size === 0) ofAccount.delete(account);
    };
    return (change) => {
      if (change.kind === "v1/Secret" && !change.mentions(TYPE)) return;
      const { object, deleted } = change;
      const { namespace = "", name = "" } = object.metadata;
      if (object.kind === "Secret" && object.type === TYPE) {
        note(object, deleted);
        if (!deleted) secrets.add(`${namespace}/${name}`);
      }
      if (object.kind === "ServiceAccount")
        for (const secret of ofAccount.get(`${namespace}/${name}`) ?? [])
          secrets.add(`${namespace}/${secret}`);
    };
  },
};

async function fill({ api, host }: ControllerContext, key: string): Promise<boolean> {
  const [namespace = "", name = ""] = key.split("/");
  const path = `/api/v1/namespaces/${namespace}/secrets/${name}`;
  const found = await api.get(path);
  const secret = kubeObject(found.body);
  if (found.status !== 200 || secret.metadata.deletionTimestamp !== undefined) return true;
  const { annotations = {} } = secret.metadata;
  const account = await accountOf(api, namespace, annotations[NAME] ?? "");
  const { metadata } = membersOf<KubeObject>(account.body);
  const wanted = annotations[UID] ?? "";
  if (account.status === 404 || (account.status === 200 && wanted !== "" && wanted !== metadata?.uid)) {
    const { uid = "" } = secret.metadata;
    await api.send("DELETE", path, { preconditions: { uid } });
    return true;
  }
  if (account.status !== 200) return false;
  return complete({ api, host }, path, secret, kubeObject(account.body));
}

/**
 * Reads the account that the annotation names. Clients write the annotation: a value that is not a valid name
 * counts as missing, and never becomes part of a path.
 */
async function accountOf(api: ApiClient, namespace: string, name: string): Promise<ApiResult> {
  if (dns1123SubdomainProblems(name).length > 0) return { status: 404, body: {} };
  return api.get(`/api/v1/namespaces/${namespace}/serviceaccounts/${name}`);
}

async function complete(
  { api, host }: Pick<ControllerContext, "api" | "host">,
  path: string,
  secret: KubeObject,
  account: KubeObject,
): Promise<boolean> {
  const { namespace = "", name = "", annotations = {} } = secret.metadata;
  const data = record(secret.data);
  const uid = account.metadata.uid ?? "";
  const wanted = { "ca.crt": base64(host.caBundle), namespace: base64(namespace) };
  const same = data["ca.crt"] === wanted["ca.crt"] && data.namespace === wanted.namespace;
  if (same && data.token !== undefined && annotations[UID] === uid) return true;
  const token = data.token ?? base64(await host.signSecretToken(account, name));
  const { status } = await api.send("PUT", path, {
    ...secret,
    metadata: { ...secret.metadata, annotations: { ...annotations, [UID]: uid } },
    data: { ...data, ...wanted, token },
  });
  return status === 200 || status === 404;
}
