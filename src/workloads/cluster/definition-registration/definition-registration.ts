import type { KubeObject } from "../../../api/meta.ts";
import { kubeObject } from "../../../api/object/kube-object.ts";
import { semanticEqual } from "../../../json/semantic-equal.ts";
import { type ApiClient, itemsOf } from "../../base/api-client.ts";
import type { Controller } from "../../base/controller.ts";
import { type GroupVersion, nameOf, ServedVersions, servedVersions } from "./served-versions.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
const LABEL = "kube-aggregator.kubernetes.io/automanaged";
const CONTINUOUSLY = "true";

/** Returns true for APIServices that this controller manages. It does not change others. */
const isManaged = ({ metadata }: KubeObject): boolean => metadata.labels?.[LABEL] === CONTINUOUSLY;

/**
 * Creates, repairs or deletes an APIService. `wanted`: undefined if no definition serves this version.
 * Returns false for a retry.
 */
async function syncApiService(
  api: ApiClient,
  name: string,
  wanted: GroupVersion | undefined,
): Promise<boolean> {
  const { status, body } = await api.get(`${SERVICES}/${name}`);
  if (status === 404) return wanted === undefined || create(api, name, wanted);
  if (status !== 200) return false;
  const current = kubeObject(body);
  if (!isManaged(current)) return true;
  return wanted === undefined ? remove(api, name, current) : repair(api, name, current, wanted);
}

/**
 * Custom resources have a lower priority than all built-in groups. Within a group, versions are sorted by
 * name.
 */
const specOf = ({ group, version }: GroupVersion) => ({
  group,
  version,
  groupPriorityMinimum: 1000,
  versionPriority: 100,
});

async function create(api: ApiClient, name: string, wanted: GroupVersion): Promise<boolean> {
  const { status } = await api.send("POST", SERVICES, {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name, labels: { [LABEL]: CONTINUOUSLY } },
    spec: specOf(wanted),
  });
  return status === 201 || status === 409;
}

/** Restores the spec. After a conflict the change of the APIService causes the next sync. */
async function repair(
  api: ApiClient,
  name: string,
  current: KubeObject,
  wanted: GroupVersion,
): Promise<boolean> {
  const spec = specOf(wanted);
  if (semanticEqual(current.spec, spec)) return true;
  const { status } = await api.send("PUT", `${SERVICES}/${name}`, { ...current, spec });
  return status === 200 || status === 404 || status === 409;
}

/**
 * Deletes the APIService. At the start, APIServices can be reported before the definitions: therefore the
 * definitions are listed first.
 */
async function remove(api: ApiClient, name: string, { metadata }: KubeObject): Promise<boolean> {
  const { status, body } = await api.get(DEFINITIONS);
  if (status !== 200) return false;
  if (itemsOf(body).some((definition) => servedVersions(definition).some((one) => nameOf(one) === name)))
    return true;
  const preconditions = { uid: metadata.uid ?? "" };
  const deleted = await api.send("DELETE", `${SERVICES}/${name}`, { preconditions });
  return deleted.status === 200 || deleted.status === 404 || deleted.status === 409;
}

/**
 * Keeps an APIService for every served version of custom resources
 * (pkg/controlplane/controller/crdregistration/crdregistration_controller.go, and checkAPIService of kube-aggregator's
 * autoregister_controller.go).
 */
export const definitionRegistration: Controller = {
  name: "crd-autoregister",
  always: true,
  kinds: ["apiextensions.k8s.io/v1/CustomResourceDefinition", "apiregistration.k8s.io/v1/APIService"],
  start({ api, queue }) {
    const served = new ServedVersions();
    const names = queue((name) => syncApiService(api, name, served.get(name)));
    return ({ kind, name, object, deleted }) => {
      if (kind !== "apiregistration.k8s.io/v1/APIService")
        for (const changed of served.set(name, deleted ? [] : servedVersions(object))) names.add(changed);
      else if (served.get(name) !== undefined || isManaged(object)) names.add(name);
    };
  },
};
