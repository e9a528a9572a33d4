import { expect, test } from "vitest";
import type { Attributes } from "../../admission/attributes.ts";
import type { KubeObject } from "../../api/meta.ts";
import { record } from "../../json/value.ts";
import { emptiedBundles } from "./emptied-bundles.ts";

const written = (manager: string, fieldsV1: object) => ({ manager, operation: "Update", fieldsV1 });
const hook = (name: string) => ({
  "f:webhooks": { [`k:{"name":"${name}"}`]: { "f:clientConfig": { "f:caBundle": {} } } },
});
const hooks = (bundle: string, apiVersion = "admissionregistration.k8s.io/v1") => ({
  apiVersion,
  kind: "ValidatingWebhookConfiguration",
  metadata: {
    name: "guard",
    managedFields: [
      written("cainjector", hook("a")),
      { ...written("cainjector", hook("a")), operation: "Apply" },
      written("helm", hook("b")),
    ],
  },
  webhooks: [
    { name: "a", clientConfig: { caBundle: bundle } },
    { name: "b", clientConfig: { caBundle: "Qg==" } },
  ],
});
const service = (spec: object) => ({
  apiVersion: "apiregistration.k8s.io/v1",
  kind: "APIService",
  metadata: { name: "v1.example.com" },
  spec,
});

test.each<[string, object, object, RegExp | undefined]>([
  [
    "of one of two webhooks",
    hooks("QQ=="),
    hooks(""),
    /^this update empties caBundle of a, which cainjector wrote: /,
  ],
  ["of another kind of this form", hooks("QQ==", "example.com/v1"), hooks("", "example.com/v1"), undefined],
  ["of an APIService", service({ caBundle: "QQ==" }), service({ caBundle: "" }), /of the APIService: /],
  [
    "of an APIService whose certificate is not verified",
    service({ caBundle: "QQ==" }),
    service({ caBundle: "", insecureSkipTLSVerify: true }),
    undefined,
  ],
])("emptiedBundles() %s", (_, old, object, says) => {
  const attributes = { operation: "UPDATE", subresource: "", oldObject: old } as unknown as Attributes;
  const notes = emptiedBundles(attributes, record(object) as KubeObject);
  expect(notes).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
});
