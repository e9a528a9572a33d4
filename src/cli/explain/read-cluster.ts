import { apiRoot, parseGroupVersion } from "../../api/group-version.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { RequestSpec } from "../../explain/offline/request-spec.ts";
import { pointerOf } from "../../explain/sources.ts";
import { isJsonObject, type JsonObject } from "../../json/value.ts";
import { ADMISSION_LISTS } from "../admission-lists.ts";
import { readList } from "../read-list.ts";
import type { ServerClient } from "../server-client.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";

/** Lists that admission depends on in all namespaces. */
const LISTS = [
  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
  ...ADMISSION_LISTS,
  "/api/v1/namespaces",
  "/apis/scheduling.k8s.io/v1/priorityclasses",
  "/apis/node.k8s.io/v1/runtimeclasses",
  "/apis/storage.k8s.io/v1/storageclasses",
  "/apis/networking.k8s.io/v1/ingressclasses",
];
/** Resources that admission of requests in one namespace depends on. */
const IN_NAMESPACE = ["limitranges", "resourcequotas", "serviceaccounts"];

/** Reads of a cluster what admission of the request depends on. Nothing is written there, and no webhook is called. */
export async function readCluster(client: ServerClient, request: RequestSpec): Promise<Manifest[]> {
  const namespace = request.namespace || "default";
  const roles = request.user.groups.includes("system:masters")
    ? []
    : [
        `${RBAC}/clusterroles`,
        `${RBAC}/clusterrolebindings`,
        `${RBAC}/namespaces/${namespace}/roles`,
        `${RBAC}/namespaces/${namespace}/rolebindings`,
      ];
  const own = IN_NAMESPACE.map((plural) => `/api/v1/namespaces/${namespace}/${plural}`);
  const lists = await Promise.all([...LISTS, ...own, ...roles].map((path) => readList(client, path)));
  const objects = lists.flat();
  const more = [
    ...(await readParams(client, objects, namespace)),
    ...(await readOwn(client, request, namespace)),
  ];
  return [...objects, ...more].map((object) => ({ object, line: pointerOf }));
}

/** Parameters of policies, of the kinds that they name. */
async function readParams(
  client: ServerClient,
  objects: readonly JsonObject[],
  namespace: string,
): Promise<JsonObject[]> {
  const kinds = new Map<string, JsonObject>();
  for (const { spec } of objects)
    if (isJsonObject(spec) && isJsonObject(spec.paramKind))
      kinds.set(JSON.stringify(spec.paramKind), spec.paramKind);
  const namespaces = new Set([namespace, ...objects.flatMap(({ spec }) => paramNamespace(spec))]);
  const found = await Promise.all(
    [...kinds.values()].map(async ({ apiVersion, kind }) => {
      const root = rootOf(String(apiVersion));
      const resource = await servedAs(
        client,
        root,
        ({ kind: its, name }) => its === kind && !String(name).includes("/"),
      );
      if (resource === undefined) return [];
      const paths =
        resource.namespaced === true
          ? [...namespaces].map((name) => `${root}/namespaces/${name}/${String(resource.name)}`)
          : [`${root}/${String(resource.name)}`];
      return (await Promise.all(paths.map((path) => readList(client, path)))).flat();
    }),
  );
  return found.flat();
}

function paramNamespace(spec: JsonObject[string]): string[] {
  const ref = isJsonObject(spec) && isJsonObject(spec.paramRef) ? spec.paramRef : {};
  return typeof ref.namespace === "string" ? [ref.namespace] : [];
}

const rootOf = (apiVersion: string): string => apiRoot(parseGroupVersion(apiVersion));

/** Returns the entry of a resource in the discovery document of a group version; undefined if the server has none. */
export async function servedAs(
  client: ServerClient,
  root: string,
  isMeant: (resource: JsonObject) => boolean,
): Promise<JsonObject | undefined> {
  const { body } = await client("GET", root);
  return (Array.isArray(body.resources) ? body.resources.filter(isJsonObject) : []).find(isMeant);
}

const PARENTS: Readonly<Record<string, string | undefined>> = {
  Eviction: "pods",
  Binding: "pods",
  TokenRequest: "serviceaccounts",
};

/** The object that the request is about, when there is one. */
async function readOwn(
  client: ServerClient,
  { object, oldObject, resource, name }: RequestSpec,
  namespace: string,
): Promise<JsonObject[]> {
  const given = object ?? oldObject ?? {};
  const parent = PARENTS[String(given.kind)];
  const plural = resource?.resource ?? parent;
  const group = resource?.group ?? "";
  const apiVersion =
    plural === undefined
      ? String(given.apiVersion)
      : group === ""
        ? "v1"
        : `${group}/${resource?.version ?? "v1"}`;
  const root = rootOf(apiVersion);
  const served = await servedAs(client, root, (one) =>
    plural === undefined ? one.kind === given.kind && !String(one.name).includes("/") : one.name === plural,
  );
  if (served === undefined || name === "") return [];
  const place = served.namespaced === true ? `${root}/namespaces/${namespace}` : root;
  const { status, body } = await client("GET", `${place}/${String(served.name)}/${encodeURIComponent(name)}`);
  return status === 200 ? [body] : [];
}
