import { isJsonObject, type JsonObject, record } from "../../json/value.ts";
import type { ApiClient } from "../base/api-client.ts";
import { type Controller, isDying } from "../base/controller.ts";

const NAME = "kube-root-ca.crt";
const DESCRIPTION = "kubernetes.io/description";
const TEXT =
  "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.";

/**
 * Writes a ConfigMap into every namespace with the CA certificates of the server. If a client changes or
 * deletes it, it is restored.
 */
export const rootCaPublisher: Controller = {
  name: "root-ca-certificate-publisher-controller",
  alias: "root-ca-cert-publisher",
  kinds: ["v1/Namespace", "v1/ConfigMap"],
  start({ host, api, queue }) {
    const namespaces = queue((name) => publish(api, name, host.caBundle));
    return (change) => {
      const { kind, name, deleted } = change;
      if (kind === "v1/Namespace" && !deleted && !isDying(change.object)) namespaces.add(name);
      if (kind === "v1/ConfigMap" && name === NAME) namespaces.add(change.object.metadata.namespace ?? "");
    };
  },
};

async function publish(api: ApiClient, namespace: string, caBundle: string): Promise<boolean> {
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const found = await api.get(`${path}/${NAME}`);
  const data = { "ca.crt": caBundle };
  if (found.status === 200) return repair(api, `${path}/${NAME}`, found.body, data);
  const map = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: NAME, annotations: { [DESCRIPTION]: TEXT } },
  };
  const { status } = await api.send("POST", path, { ...map, data });
  return status === 201 || status === 409 || status === 404 || status === 403;
}

async function repair(api: ApiClient, path: string, found: JsonObject, data: JsonObject): Promise<boolean> {
  const [metadata, has] = [record(found.metadata), found.data];
  const given = record(metadata.annotations);
  const described = (given[DESCRIPTION] ?? "") !== "";
  const same = isJsonObject(has) && Object.keys(has).length === 1 && has["ca.crt"] === data["ca.crt"];
  if (described && same) return true;
  const annotations = { ...given, [DESCRIPTION]: TEXT };
  const { status } = await api.send("PUT", path, { ...found, metadata: { ...metadata, annotations }, data });
  return status === 200 || status === 404;
}
