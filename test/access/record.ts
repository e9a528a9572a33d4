// npm run record -- access: see scripts/record/access.mjs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { newestEtcd, startEtcd } from "../process/etcd.mjs";
import { REFERENCE_BIN, startReference } from "../process/reference.mjs";
import type { Recorded } from "./case.ts";
import { startPlace } from "./place.ts";
import { play, prepare, sameText } from "./play.ts";
import { SITUATIONS, WRONG_STARTS } from "./situations.ts";

const freeLookingPort = 16443;
const { values: flags } = parseArgs({
  options: { dist: { type: "string" }, only: { type: "string", default: "" } },
});
const only = new RegExp(flags.only);
const root = process.env.SALLYPORT_ROOT ?? process.cwd();
const file = join(root, "test/access/recorded.json");
const before = JSON.parse(readFileSync(file, "utf8")) as Recorded;
const recorded = { starts: { ...before.starts }, situations: { ...before.situations } };

const found = newestEtcd();
if (found === undefined) throw new Error("there is no etcd here");
const etcd = await startEtcd(found);
const base = mkdtempSync(join(tmpdir(), "sallyport-access-"));
const place = await startPlace(join(base, "files"));
try {
  for (const start of WRONG_STARTS) {
    if (!only.test(start.name)) continue;
    const given = prepare({ ...start, files: () => start.files ?? {}, asked: [] }, place);
    recorded.starts[start.name] = sameText(startError(given, etcd.endpoint), place);
  }
  for (const situation of SITUATIONS) {
    if (!only.test(situation.name)) continue;
    const given = prepare(situation, place);
    const reference = await startReference(etcd.endpoint, { flags: given });
    try {
      recorded.situations[situation.name] = await play(situation, place, reference.port);
      console.log(`${situation.name}: ${situation.asked.length} answers`);
    } finally {
      await reference.stop();
    }
  }
} finally {
  await place.close();
  await etcd.stop();
  rmSync(base, { recursive: true, force: true });
}
const known = (names: readonly { readonly name: string }[]) => new Set(names.map(({ name }) => name));
const pick = <T>(values: Record<string, T>, names: Set<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
writeFileSync(
  file,
  `${JSON.stringify({ starts: pick(recorded.starts, known(WRONG_STARTS)), situations: pick(recorded.situations, known(SITUATIONS)) }, null, 1)}\n`,
);

/** Error text of a kube-apiserver that does not start. */
function startError(given: readonly string[], endpoint: string): string {
  const program = join(REFERENCE_BIN, "kube-apiserver");
  spawnSync("openssl", ["genrsa", "-out", join(base, "sa.key"), "2048"]);
  const hasMode = given.some((flag) => flag.startsWith("--authorization-"));
  const { stderr } = spawnSync(
    program,
    [
      `--etcd-servers=${endpoint}`,
      "--secure-port=0",
      "--bind-address=127.0.0.1",
      "--cert-dir=certs",
      "--service-account-issuer=https://kubernetes.default.svc",
      "--service-account-key-file=sa.key",
      "--service-account-signing-key-file=sa.key",
      "--service-cluster-ip-range=10.0.0.0/24",
      ...(hasMode ? [] : ["--authorization-mode=RBAC"]),
      ...given.filter((flag) => flag !== "--secure-port=0"),
    ].map((flag) => (flag === "--secure-port=0" ? `--secure-port=${freeLookingPort}` : flag)),
    { cwd: base, encoding: "utf8", timeout: 60_000 },
  );
  const [, quoted] = /"command failed" err="((?:[^"\\]|\\.)*)"/.exec(stderr) ?? [];
  if (quoted !== undefined) return JSON.parse(`"${quoted}"`) as string;
  // Several lines are printed as they are, with a tab before each.
  const [, lines = ""] = /"command failed" err=<\n([\s\S]*?)\n >/.exec(stderr) ?? [];
  if (lines !== "") return lines.replace(/^\t/gm, "");
  return /^Error: (.*)$/m.exec(stderr)?.[1] ?? "";
}
