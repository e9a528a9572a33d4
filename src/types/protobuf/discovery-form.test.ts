import { expect, test } from "vitest";
import { decodeBody } from "./decode.ts";
import { encodeMessage } from "./encode.ts";
import { encodeProtobuf } from "./encode-envelope.ts";

/** Bytes that kube-apiserver 1.36.3 sends, as a text with one byte in each character. */
const bytesOf = (text: string): string => Buffer.from(text, "latin1").toString("hex");
const encoded = (object: Parameters<typeof encodeProtobuf>[0]): string =>
  Buffer.from(encodeProtobuf(object) ?? []).toString("hex");

const LEASES = {
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion: "coordination.k8s.io/v1",
  resources: [
    {
      name: "leases",
      singularName: "",
      namespaced: true,
      kind: "Lease",
      verbs: ["create", "delete"],
      storageVersionHash: "gqkMMb/YqFM=",
    },
  ],
};

test("verbs of an APIResource are a message with repeated items", () => {
  const bytes = encodeProtobuf(LEASES) ?? new Uint8Array();
  expect(Buffer.from(bytes).toString("latin1")).toContain('"\x10\n\x06create\n\x06delete2\x00B\x00');
  const [lease] = LEASES.resources;
  const read = decodeBody("meta/v1.APIResource", encodeMessage("meta/v1.APIResource", lease ?? {}));
  expect(read).toMatchObject({ name: "leases", verbs: ["create", "delete"] });
});

test("the document of /api has no version in its envelope", () => {
  const versions = {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: "192.0.2.2:23843" }],
  };
  expect(encoded(versions)).toBe(
    bytesOf(
      'k8s\0\n\x0f\n\0\x12\x0bAPIVersions\x12"\n\x02v1\x12\x1c\n\t0.0.0.0/0\x12\x0f192.0.2.2:23843\x1a\0"\0',
    ),
  );
});

test("aggregated discovery leaves out what responseKind does not say", () => {
  const list = {
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    metadata: {},
    items: [
      {
        metadata: { name: "a" },
        versions: [
          {
            version: "v1",
            resources: [
              {
                resource: "b",
                responseKind: { group: "", version: "", kind: "B" },
                scope: "Cluster",
                singularResource: "b",
                verbs: ["get"],
              },
            ],
            freshness: "Current",
          },
        ],
      },
    ],
  };
  expect(Buffer.from(encodeProtobuf(list) ?? []).toString("latin1")).toContain(
    '\n\x01b\x12\x07\n\0\x12\0\x1a\x01B\x1a\x07Cluster"\x01b*\x03get',
  );
});
