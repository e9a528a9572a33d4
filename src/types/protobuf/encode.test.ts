import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encodeProtobuf } from "./encode-envelope.ts";
import { decodeProtobuf } from "./envelope.ts";
import { messageType } from "./message-types.ts";

const folder = join(process.env.SALLYPORT_SHARED ?? "../shared", "golden-api/protobuf");

test("encodeProtobuf() has nothing for custom kinds", () => {
  expect(encodeProtobuf({ apiVersion: "apps.example.com/v1", kind: "Deployment" })).toBeUndefined();
});

test("messageType() finds statuses and metadata in every version", () => {
  expect(messageType("v1", "Status")).toBe("meta/v1.Status");
  expect(messageType("meta.k8s.io/v1beta1", "PartialObjectMetadata")).toBe("meta/v1.PartialObjectMetadata");
});

test("encodeProtobuf() keeps numbers, texts, times and schemas as they are", () => {
  const service = {
    kind: "Service",
    apiVersion: "v1",
    metadata: { name: "s", creationTimestamp: "2026-01-02T03:04:05Z", generation: 9007199254740993n },
    spec: {
      ports: [
        { name: "a", port: 80, targetPort: "web" },
        { name: "b", port: 81, targetPort: 8081 },
      ],
      selector: { constructor: "c", __proto: "p" },
    },
  };
  const bytes = encodeProtobuf(service) ?? new Uint8Array();
  expect(decodeProtobuf(bytes)).toMatchObject(service);
});

test("encodeProtobuf() keeps a pointer to the zero time", () => {
  const map = { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "m", deletionTimestamp: null } };
  expect(decodeProtobuf(encodeProtobuf(map) ?? new Uint8Array())).toEqual(map);
});

describe.skipIf(!existsSync(folder))("encodeProtobuf() writes again what kubectl has sent", () => {
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const { base64 } = JSON.parse(readFileSync(join(folder, file), "utf8")) as { base64: string };
    test(file, () => {
      const sent = Buffer.from(base64, "base64");
      expect(Buffer.from(encodeProtobuf(decodeProtobuf(sent)) ?? []).toString("hex")).toBe(
        sent.toString("hex"),
      );
    });
  }
});
