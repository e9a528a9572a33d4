import { expect, test } from "vitest";
import { Document } from "../../../api/object/document.ts";
import type { JsonObject } from "../../../json/value.ts";
import { ORDINARY_FEATURES } from "../../../resources/features/features.ts";
import { createMemoryStorage } from "../../../storage/index.ts";
import { askedOfResource } from "../attributes.ts";
import { openNodeAuthorizer } from "./open-node-authorizer.ts";

const NODE = { username: "system:node:n1", groups: ["system:nodes"] };

const pod = (name: string, secret: string): JsonObject => ({
  metadata: { name, namespace: "s" },
  spec: { nodeName: "n1", imagePullSecrets: [{ name: secret }] },
});

test("the authorizer knows what was stored before it, and follows changes until it is closed", async () => {
  const storage = createMemoryStorage();
  const store = (object: JsonObject, name: string) =>
    storage.create(`/registry/pods/s/${name}`, () => new Document(object));
  await store(pod("a", "first"), "a");
  const { authorize, close } = await openNodeAuthorizer(storage, ORDINARY_FEATURES);
  const decide = async (name: string) =>
    (await authorize(askedOfResource(NODE, "get", { resource: "secrets", namespace: "s", name }))).decision;
  expect([await decide("first"), await decide("second")]).toEqual(["allow", "noOpinion"]);
  await store(pod("b", "second"), "b");
  await expect.poll(() => decide("second")).toBe("allow");
  await storage.delete("/registry/pods/s/a", 2);
  await expect.poll(() => decide("first")).toBe("noOpinion");
  close();
  await store(pod("c", "third"), "c");
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(await decide("third")).toBe("noOpinion");
  await storage.close();
});
