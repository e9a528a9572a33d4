import { expect, test } from "vitest";
import { Document } from "../../api/object/document.ts";
import { encodeList } from "./encode-envelope.ts";
import { decodeProtobuf } from "./envelope.ts";

const LIST = { apiVersion: "v1", listKind: "ConfigMapList", metadata: { resourceVersion: "7" } };

// The length of a message has one byte up to 127, two up to 16,383, and three above that.
test.each([50, 100, 120, 16_300, 16_400, 3_000_000])("a list has items around %i bytes", (length) => {
  const items = Array.from({ length: 100 }, (_, i) => ({
    metadata: { name: "a" },
    data: { text: "x".repeat(length + (length < 1_000_000 ? i : 0)) },
  })).slice(0, length < 1_000_000 ? 100 : 2);
  const documents = items.map((item) => new Document(item));
  for (const _time of ["made", "remembered"]) {
    const bytes = Buffer.concat([...(encodeList(LIST, "ConfigMap", documents) ?? [])]);
    expect(decodeProtobuf(bytes)).toMatchObject({ kind: "ConfigMapList", items });
  }
});
