import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { writeKubeconfig } from "./write-kubeconfig.ts";

it("writeKubeconfig writes only when the text or the mode is another one", async () => {
  const dataDir = folderForTest();
  const write = async (server: string): Promise<number> => {
    const input = { server, ca: "ca", client: { cert: "certificate", key: "key" } };
    return statSync(await writeKubeconfig({ dataDir } as ServeFlags, input)).ino;
  };
  const first = await write("https://127.0.0.1:6443");
  expect(await write("https://127.0.0.1:6443")).toBe(first);
  const second = await write("https://127.0.0.1:6444");
  expect(second).not.toBe(first);
  chmodSync(join(dataDir, "kubeconfig"), 0o644);
  await write("https://127.0.0.1:6444");
  expect(statSync(join(dataDir, "kubeconfig")).mode & 0o777).toBe(0o600);
});
