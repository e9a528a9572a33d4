// npm run compare -- upgrade: see scripts/compare/upgrade.mjs.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Manifest } from "../../src/explain/offline/manifests.ts";
import type { JsonObject } from "../../src/json/value.ts";
import type { RequestSource } from "../../src/upgrade/request-source.ts";
import { auditLogSource } from "../../src/upgrade/requests/audit-source.ts";
import { upgrade } from "../../src/upgrade/upgrade.ts";
import { upgradedOf } from "../../src/upgrade/versions/upgraded.ts";
import { serveWebhooks } from "../../src/webhook/index.ts";
import { REFERENCE_BIN } from "../process/reference.mjs";
import { idOf } from "../replay/asking.ts";
import { baseConfiguration, keyOf } from "../replay/configurations.ts";
import { DEFINITION } from "../replay/requests.ts";
import { ENDPOINTS } from "../replay/webhooks.ts";
import { type AskedReference, askReference } from "./asked-reference.ts";
import { upgradeRequests } from "./requests.ts";

const { values: flags } = parseArgs({
  options: {
    dist: { type: "string" },
    requests: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "1.36" },
    to: { type: "string", default: "1.37" },
    bin: { type: "string", default: join(homedir(), ".cache/sallyport-oracle") },
    newer: { type: "string", default: REFERENCE_BIN },
    emulated: { type: "boolean", default: false },
    most: { type: "string", default: "5" },
  },
});

const LONGEST = 600;
const requests = upgradeRequests(Number(flags.requests), flags.seed);
const webhooks = await serveWebhooks(ENDPOINTS, { tls: "self-signed" });
const configuration = baseConfiguration({ url: webhooks.url, caBundle: webhooks.caBundle ?? "" });
const dir = mkdtempSync(join(tmpdir(), "sallyport-upgrade-"));
const programOf = (bin: string): string => join(bin, "kube-apiserver");

try {
  const older = flags.emulated
    ? await askReference(
        programOf(flags.newer),
        [`--emulated-version=${flags.from}`],
        requests,
        configuration,
      )
    : await askReference(programOf(flags.bin), [], requests, configuration);
  const newer = await askReference(programOf(flags.newer), [], requests, configuration);
  process.exitCode = (await compare(older, newer)) ? 0 : 1;
} finally {
  await webhooks.close();
  rmSync(dir, { recursive: true, force: true });
}

/** True if just the requests that kube-apiserver decides differently are in the findings. */
async function compare(older: AskedReference, newer: AskedReference): Promise<boolean> {
  const file = join(dir, "audit.log");
  writeFileSync(file, older.log);
  const manifests: Manifest[] = [DEFINITION, ...configuration.values()].map((object: JsonObject) => ({
    object,
    line: () => keyOf(object),
  }));
  const report = await upgrade({
    upgraded: upgradedOf(flags.from, flags.to),
    manifests,
    answering: { call: { services: new Map() } },
    runtimeConfig: [],
    featureGates: [],
    source: ofUser(auditLogSource([file])),
    notes: [],
    mostIds: Number.POSITIVE_INFINITY,
  });
  const found = new Map(report.findings.flatMap((one) => one.ids.map((id) => [id, one] as const)));
  const wanted = requests.map((_, n) => n).filter((n) => older.told[n] !== newer.told[n]);
  const missing = wanted.filter((n) => !found.has(idOf(n)));
  const invented = [...found.keys()].filter((id) => !wanted.some((n) => idOf(n) === id));
  console.log(
    `${wanted.length} of ${requests.length} requests change; found ${wanted.length - missing.length}, missing ${missing.length}, invented ${invented.length}`,
  );
  for (const one of report.findings.filter(({ ids }) => ids.length > 0))
    console.log(`  ${one.requests} ${one.concern}: ${one.cause}${one.gate === "" ? "" : ` (${one.gate})`}`);
  for (const { text, count } of report.undecided) console.log(`  undecided ${count}: ${text}`);
  for (const n of missing.slice(0, Number(flags.most))) {
    console.log(`not found: ${JSON.stringify(requests[n])}`);
    console.log(`  before ${older.told[n]?.slice(0, LONGEST)}\n  after  ${newer.told[n]?.slice(0, LONGEST)}`);
  }
  for (const id of invented.slice(0, Number(flags.most))) {
    const n = Number(id.slice("mixed-".length));
    console.log(
      `invented: ${found.get(id)?.cause}: ${JSON.stringify(requests[n])}\n  ${older.told[n]?.slice(0, LONGEST)}`,
    );
  }
  for (const note of report.notes) console.log(`note: ${note}`);
  return missing.length + invented.length === 0;
}

/** The requests that were asked, without those of the preparation. */
function ofUser(source: RequestSource): RequestSource {
  return {
    ...source,
    async *requests() {
      for await (const request of source.requests()) if (request.user.username === "mixer") yield request;
    },
  };
}
