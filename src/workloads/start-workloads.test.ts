import { expect, test } from "vitest";
import type { ControllerHost } from "./base/controller.ts";
import type { Work } from "./base/work-queue.ts";
import { RequestError } from "./shared/client.ts";
import type { WorkloadController } from "./shared/context.ts";
import { managerIdentity, startWorkloads } from "./start-workloads.ts";

const host: ControllerHost = {
  handle: () => Promise.reject(new Error("nothing is asked here")),
  token: "t",
  observe: async () => ({ stop: () => {}, complete: Promise.resolve(), unreadable: [] }),
  pathOf: () => undefined,
  signSecretToken: async () => "",
  templateHash: () => "",
  firstFlowObjects: () => [],
  countUsage: async () => ({}),
  removeUnadmitted: async () => {},
  repairServices: async () => {},
  checkApiService: async () => true,
  expressionWarnings: () => [],
  caBundle: "",
  eventTtlMs: 0,
  now: () => 0,
};

/**
 * Processes a key whose request is refused with this cause. Returns true if the work is complete; rejects
 * otherwise.
 */
async function workedWith(reason: string): Promise<boolean> {
  const refusal = { status: 403, body: { message: "forbidden", details: { causes: [{ reason }] } } };
  let worked: Promise<boolean> | undefined;
  const queueFor = () => (work: Work) => ({
    add: (key: string) => {
      worked = work(key, () => {});
    },
    addLater: () => {},
    stop: async () => {},
  });
  const controller: WorkloadController = {
    start: ({ queue }) => queue(() => Promise.reject(new RequestError(refusal))).add("going/web"),
  };
  await startWorkloads(host, [{ name: "a", identity: managerIdentity(host, "a"), controller }], queueFor);
  return worked ?? false;
}

test("what cannot be made because its namespace is going is no failure", async () => {
  expect(await workedWith("NamespaceTerminating")).toBe(true);
});

test("what is forbidden for another reason is one", async () => {
  await expect(workedWith("Forbidden")).rejects.toThrow("forbidden");
});
