import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../parts/shared.mjs";

const FOLDER = join(ROOT, "test/clients/go");

/** Builds the Go program and runs it on the server that envtest starts; skipped, in words, where there is no Go. */
export function runGo(dist) {
  if (spawnSync("go", ["version"]).status !== 0) return skipped("there is no Go here");
  const dir = mkdtempSync(join(tmpdir(), "sallyport-go-"));
  try {
    const built = spawnSync("go", ["build", "-o", join(dir, "clients"), "."], {
      cwd: FOLDER,
      encoding: "utf8",
    });
    if (built.status !== 0)
      return skipped(`it does not build here: ${built.stderr.split("\n").slice(-2).join(" ")}`);
    const assets = join(dir, "assets");
    spawnSync(process.execPath, [join(dist, "cli/main.js"), "envtest", assets]);
    const env = { ...process.env, KUBEBUILDER_ASSETS: assets };
    const { stdout, status } = spawnSync(join(dir, "clients"), { env, encoding: "utf8", timeout: 180_000 });
    process.stdout.write(stdout.replace(/^/gm, "go: ").replace(/go: $/, ""));
    const passed = stdout.match(/^ok /gm)?.length ?? 0;
    return { passed, failed: status === 0 ? 0 : 1, skipped: 0 };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function skipped(why) {
  console.log(`go: skipped, ${why}`);
  return { passed: 0, failed: 0, skipped: 1 };
}
