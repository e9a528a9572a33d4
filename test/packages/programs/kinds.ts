import type { ConfigMap, coreV1, Deployment, metaV1, Pod } from "sallyport/kinds";
import { createCluster } from "sallyport/testing";
import { mutating, on, requestOf } from "sallyport/webhook";

export const nameOf = ({ metadata }: Pod): string | undefined => metadata.name;
export const images = ({ spec }: Deployment): (string | undefined)[] =>
  spec?.template.spec?.containers.map((container: coreV1.Container) => container.image) ?? [];
export const labels = (meta: metaV1.ObjectMeta): string[] => Object.keys(meta.labels ?? {});

/** Fields that a client need not send are optional; all others have their own type, without a cast. */
export const sidecar = mutating<Pod>({ name: "sidecar.example.com", rules: [on("v1", "pods")] }, (pod) => {
  pod.spec?.containers.push({ name: "log-collector", image: "registry.example.com/log-collector:1.4" });
  return true;
});
const meta = { name: "web", labels: { app: "web" } };
const deployment: Deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: meta,
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: { metadata: meta, spec: { containers: [{ name: "web", image: "web:1" }] } },
  },
};
const configMap: ConfigMap = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a" },
  data: { a: "b" },
};

export async function types(): Promise<void> {
  await sidecar.decide(requestOf(deployment, { operation: "UPDATE", oldObject: deployment }));
  const cluster = await createCluster({ manifests: [configMap] });
  const created = await cluster.create(deployment);
  const read = await cluster.get<ConfigMap>(configMap);
  const untyped = await cluster.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } });
  same<number | undefined>()(created.object.spec?.replicas);
  same<string | undefined>()(read.object.data?.a);
  same<string>()(untyped.object.metadata.name);
  await cluster.patch(configMap, { data: { a: "c" } });
  await cluster.delete(deployment);
  await cluster.close();
}

/** Compiles only for a value of exactly this type. */
const same =
  <Expected>() =>
  <Found>(_value: [Found, Expected] extends [Expected, Found] ? Found : never): void => {};
