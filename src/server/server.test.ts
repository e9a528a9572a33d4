import { expect, test } from "vitest";
import { builtinResources } from "../resources/kinds/index.ts";
import { createMemoryStorage } from "../storage/index.ts";
import { type Storage, StorageError } from "../storage/storage.ts";
import type { WebhookCaller } from "./options.ts";
import { createServer } from "./server.ts";

/** Returns a storage that counts its open watches, and refuses writes below a prefix. */
function watched(refused: string): { storage: Storage; open: () => number } {
  const storage = createMemoryStorage();
  const [watch, create] = [storage.watch.bind(storage), storage.create.bind(storage)];
  let open = 0;
  storage.watch = (...asked) => {
    const opened = watch(...asked);
    open++;
    return {
      requestProgress: () => opened.requestProgress(),
      close() {
        open--;
        opened.close();
      },
    };
  };
  storage.create = async (key, ...rest) => {
    if (key.startsWith(refused)) throw new StorageError("Failed", "the store is full");
    return create(key, ...rest);
  };
  return { storage, open: () => open };
}

function callerOf(): { webhooks: () => WebhookCaller; closed: () => number } {
  let closed = 0;
  const webhooks = (): WebhookCaller => ({
    call: async () => {
      throw new Error("there are no webhooks");
    },
    close: async () => {
      closed++;
    },
  });
  return { webhooks, closed: () => closed };
}

const resources = builtinResources({ v1beta1Registration: false });

test.each(["/registry/namespaces/", "/registry/ranges/"])(
  "createServer closes what it opened when it cannot write below %s",
  async (refused) => {
    const { storage, open } = watched(refused);
    const { webhooks, closed } = callerOf();
    const server = createServer({ storage, resources, webhooks, serverAddress: "10.0.0.5:6443" });
    await expect(server).rejects.toThrow();
    expect([open(), closed()]).toEqual([0, 1]);
    await storage.close();
  },
);

test("close ends what createServer opened, but for the storage", async () => {
  const { storage, open } = watched("/nothing");
  const { webhooks, closed } = callerOf();
  const server = await createServer({ storage, resources, webhooks, serverAddress: "10.0.0.5:6443" });
  expect(open()).toBeGreaterThan(0);
  await server.close();
  expect([open(), closed()]).toEqual([0, 1]);
  expect((await storage.list("/registry/namespaces/")).entries.length).toBeGreaterThan(0);
  await storage.close();
});
