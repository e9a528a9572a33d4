import { expect, test } from "vitest";
import type { JsonObject } from "../../../json/value.ts";
import { parseManifests } from "../manifests.ts";
import { missedNotes } from "./missed-notes.ts";

const THERE = `
apiVersion: v1
kind: Secret
metadata: { name: login, namespace: shop }
---
apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata: { name: db, namespace: shop }
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: way, namespace: infra }
`;

test.each<[string, RegExp | undefined, { namespace?: string; data?: JsonObject }?]>([
  ['secrets "login" not found', /Secret\/login \(a\.yaml:4\): if it was stored just before/],
  ['cannot read it: Secret "login" not found', /Secret\/login/],
  ['clusters.cluster.x-k8s.io "db" not found', /Cluster\/db/],
  ['Cluster "db" not found', /Cluster\/db/],
  [
    'secrets "login" not found',
    /it is in the namespace shop, and the request in team/,
    { namespace: "team" },
  ],
  // Objects of other groups and in other namespaces, and what an object does not have.
  ['clusters.postgresql.cnpg.io "db" not found', undefined],
  ['clusters "db" not found', undefined],
  ['Secret "login" not found in namespace "vault"', undefined],
  ['key tls.crt of Secret "login" not found', undefined],
  ['secrets "login" not found', undefined, { namespace: "" }],
  ['gateways.gateway.networking.k8s.io "way" not found', undefined, { data: { of: "infra" } }],
])("missedNotes() of %s %s", async (told, says, { namespace = "shop", ...own } = {}) => {
  const refusal = `admission webhook "a.example.com" denied the request: ${told}`;
  const request = { namespace, kind: { group: "", version: "v1", kind: "ConfigMap" }, name: "app" };
  const notes = missedNotes(refusal, request, own, await parseManifests(THERE, "a.yaml"));
  expect(notes).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
});
