import { spawnSync } from "node:child_process";
import { statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isShort } from "../parts/sampled.ts";
import { newDataDir, removeDataDir, startServer } from "../parts/server.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

/** Whether this user may mount a file system there. */
const mount = (dir: string): boolean =>
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", dir]).status === 0;
const unmount = (dir: string): void => {
  spawnSync("umount", [dir]);
  removeDataDir(dir);
};

const mayMount = ((dir) => {
  const done = mount(dir);
  unmount(dir);
  return done;
})(newDataDir());

const map = (name: string): { body: string } => ({
  body: JSON.stringify({ metadata: { name }, data: { text: "x".repeat(20_000) } }),
});

test.skipIf(!mayMount || isShort)(
  "a killed server starts again on a full disk, deletes objects, and creates others then",
  async () => {
    const dir = newDataDir();
    mount(dir);
    onTestFinished(() => unmount(dir));
    const first = await startServer(dir, "--no-console");
    let made = 0;
    while ((await first.fetch("POST", MAPS, map(`m${made}`))).status === 201) made++;
    const refused = await first.fetch("POST", MAPS, map("refused"));
    expect([refused.status, refused.text]).toEqual([500, expect.stringContaining("database space exceeded")]);
    const { bavail, bsize } = statfsSync(dir);
    writeFileSync(join(dir, "ballast"), Buffer.alloc(bavail * bsize, 1));
    await first.kill();

    const second = await startServer(dir, "--no-console", "--secure-port", new URL(first.url).port);
    expect((await second.fetch("GET", "/readyz")).text).toContain("[-]storage-space failed: reason withheld");
    expect((await second.fetch("GET", "/livez")).text).toBe("ok");
    for (let n = 0; (await second.fetch("GET", "/readyz")).status !== 200; n++)
      expect((await second.fetch("DELETE", `${MAPS}/m${n}`)).status).toBe(200);
    expect((await second.fetch("POST", MAPS, map("more"))).status).toBe(201);
    const { items } = JSON.parse((await second.fetch("GET", MAPS)).text);
    expect(items.length).toBeGreaterThan(made - 100);
    expect(await second.stop()).toBe(0);
  },
);
