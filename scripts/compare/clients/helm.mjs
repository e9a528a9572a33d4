import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer } from "../../../test/process/start-server.mjs";
import { ROOT } from "../../parts/shared.mjs";

const CHART = join(ROOT, "test/clients/helm/chart");
const VERSION = "v3.22.0";
const SOURCE = `helm.sh/helm/v3/cmd/helm@${VERSION}`;
/** Built once, outside the project. */
const CACHE = join(homedir(), ".cache/sallyport-clients", `helm-${VERSION}`);

/** Commands with the chart, in order: the words after `helm`, the expected output, and `fails` if the command has to fail. */
const STEPS = [
  ["install shop CHART --create-namespace", /STATUS: deployed\nREVISION: 1[\s\S]*hello from shop/],
  ["install shop CHART", /cannot re-use a name/, "fails"],
  ["template other CHART --validate", /kind: Boat/],
  ["install other CHART --dry-run=server", /STATUS: pending-install/],
  ["list", /shop\s+shop\s+1\s.*deployed\s+shop-1\.0\.0/],
  ["get manifest shop", /kind: Deployment[\s\S]*image: shop:1/],
  ["status shop --show-resources", /==> v1\/Deployment\nNAME +READY +UP-TO-DATE +AVAILABLE +AGE\nshop +0\/1/],
  [
    "upgrade shop CHART --set replicas=3,greeting=goodbye",
    /STATUS: deployed\nREVISION: 2[\s\S]*goodbye from shop/,
  ],
  ["status shop --show-resources", /shop +0\/3/],
  ["upgrade shop CHART --set port=high", /containerPort/, "fails"],
  ["rollback shop 1", /Rollback was a success/],
  ["status shop --show-resources", /shop +0\/1/],
  ["history shop", /1\s.*superseded[\s\S]*2\s.*superseded[\s\S]*failed[\s\S]*4\s.*deployed.*Rollback to 1/],
  ["upgrade shop CHART --reuse-values --set image=shop:2 --force", /REVISION: 5/],
  ["get values shop", /image: shop:2/],
  ["uninstall shop", /release "shop" uninstalled/],
  ["list -q", /^$/],
  ["status shop", /release: not found/, "fails"],
];

/** Installs, upgrades, rolls back, lists and removes a chart; skipped, in words, where there is no Helm and no Go. */
export async function runHelm(dist) {
  const { path, why } = findHelm();
  if (path === undefined) return skipped(why);
  const dataDir = mkdtempSync(join(tmpdir(), "sallyport-helm-"));
  const server = await startServer({ dist, dataDir, inMemory: true });
  try {
    const results = STEPS.map((step) => runStep(path, join(dataDir, "kubeconfig"), dataDir, step));
    const passed = results.filter(Boolean).length;
    console.log(`helm ${VERSION}: ${passed} of ${STEPS.length} steps went as they should`);
    return { passed, failed: STEPS.length - passed, skipped: 0 };
  } finally {
    await stopServer(server);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function runStep(path, kubeconfig, home, [words, wanted, fails]) {
  const args = words.split(" ").map((word) => (word === "CHART" ? CHART : word));
  const env = { PATH: process.env.PATH, HOME: home, KUBECONFIG: kubeconfig };
  const { status, stdout, stderr } = spawnSync(path, [...args, "--namespace", "shop"], {
    env,
    encoding: "utf8",
    timeout: 60_000,
  });
  const said = fails === undefined ? stdout : stderr;
  if ((status === 0) === (fails === undefined) && wanted.test(said)) return true;
  console.log(`differs: helm ${words}: status ${status}\n${stdout}${stderr}`);
  return false;
}

/** HELM names one; else the one that was built here, or is built now. */
function findHelm() {
  if (process.env.HELM) return { path: process.env.HELM };
  const built = join(CACHE, "helm");
  if (existsSync(built)) return { path: built };
  if (spawnSync("go", ["version"]).status !== 0)
    return { why: "there is no helm here, and no Go to build it" };
  console.log(`helm: building ${SOURCE}, once`);
  mkdirSync(CACHE, { recursive: true });
  const env = { ...process.env, GOBIN: CACHE, GOFLAGS: "-trimpath" };
  const { status, stderr } = spawnSync("go", ["install", "-ldflags", "-s -w", SOURCE], {
    env,
    encoding: "utf8",
  });
  if (status === 0) return { path: built };
  return { why: `it does not build here: ${stderr.trim().split("\n").at(-1)}` };
}

function skipped(why) {
  console.log(`helm: skipped, ${why}`);
  return { passed: 0, failed: 0, skipped: 1 };
}
