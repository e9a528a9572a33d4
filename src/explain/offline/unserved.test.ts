import { expect, test } from "vitest";
import { explained } from "../explained.tool.ts";

const definition = (more: string, group = "sea.example.com"): string => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boats.${group} }
spec:
  group: ${group}
  scope: Cluster
  names: { plural: boats, kind: Boat }
  ${more}
`;
const SCHEMA = "schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }";
const sound = `versions: [{ name: v1, served: true, storage: true, ${SCHEMA} }]`;
const object = (apiVersion: string, kind = "Boat") => ({ apiVersion, kind, metadata: { name: "a" } });

test.each([
  [
    definition("versions: [{ name: v1, served: true, storage: true }]"),
    "sea.example.com/v1",
    /hooks\.yaml:\d+: CustomResourceDefinition\/boats.*schema/s,
  ],
  [
    definition(sound),
    "sea.example.com/v2",
    /CustomResourceDefinition\/boats\.sea\.example\.com serves sea\.example\.com\/v1$/,
  ],
  ["", "sea.example.com/v1", /no CustomResourceDefinition among the manifests defines it/],
])("a kind that is not served is told with the reason %#", async (manifests, apiVersion, message) => {
  await expect(explained({ manifests, object: object(apiVersion) })).rejects.toThrow(message);
});

test.each([
  ["apps/v1beta2", "Deployment", /is served in apps\/v1$/],
  ["extensions/v1beta1", "Ingress", /is served in networking\.k8s\.io\/v1$/],
  ["extensions/v1beta1", "Deployment", /is served in apps\/v1$/],
  ["policy/v1beta1", "PodDisruptionBudget", /is served in policy\/v1$/],
  ["apps/v1", "Ingress", /is served in networking\.k8s\.io\/v1$/],
  ["policy/v1beta1", "PodSecurityPolicy", /Kubernetes 1\.25 removed it; Pod Security Admission/],
  ["apps/v1", "Deploymnet", /"Deployment" is probably meant$/],
  ["serving.example.com/v1", "Service", /no CustomResourceDefinition among the manifests defines it/],
  ["v1", "Ppd", /"Pod" is probably meant$/],
  ["v1", "Deploymnet", /"Deployment" of apps\/v1 is probably meant$/],
])("%s %s is told with what is served instead", async (apiVersion, kind, message) => {
  await expect(explained({ manifests: "", object: object(apiVersion, kind) })).rejects.toThrow(message);
});
