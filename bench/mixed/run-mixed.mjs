import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer } from "../../test/process/start-server.mjs";
import { createObject, register } from "../parts/api.mjs";
import { cpuMsOf, memoryOf, NODE_FLAGS, startPart } from "../parts/processes.mjs";
import { table } from "../parts/report.mjs";
import { targetOf } from "../parts/run-once.mjs";
import { configurationsOf } from "../parts/shapes.mjs";

const SLICES = 12;
const IDLE_MINUTES = 5;

const POLICIES = "admissionregistration.k8s.io/v1";
/** A policy that every written ConfigMap meets, and its binding. */
const POLICY = [
  {
    apiVersion: POLICIES,
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "mixed" },
    spec: {
      matchConstraints: {
        resourceRules: [
          {
            apiGroups: [""],
            apiVersions: ["v1"],
            operations: ["CREATE", "UPDATE"],
            resources: ["configmaps"],
          },
        ],
      },
      validations: [{ expression: "!has(object.data) || object.data.all(key, size(key) < 100)" }],
    },
  },
  {
    apiVersion: POLICIES,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: "mixed" },
    spec: { policyName: "mixed", validationActions: ["Deny"] },
  },
];

/**
 * Sends mixed requests by 16 clients to one server with LMDB, a mutating and a validating webhook and a policy for some minutes, then
 * nothing for five, and prints a table: where memory ends, and that it falls. Returns false when a request failed.
 */
export async function runMixed({ dist, minutes, webhook }) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-mixed-"));
  const load = startPart("../mixed/mixed-load");
  const server = await startServer({ dist, dataDir: folder, nodeFlags: NODE_FLAGS });
  const rows = [];
  const failures = new Map();
  try {
    const target = targetOf(server);
    await createObject(target, "/api/v1/namespaces", { metadata: { name: "mixed" } });
    for (const object of [...webhooksOf(webhook), ...POLICY]) await register(target, object);
    const { port, ca } = target;
    const observed = observe(server.child.pid, folder);
    rows.push(observed(0, "ready"));
    await load.ask({ start: { port, ca } });
    for (let slice = 1; slice <= SLICES; slice++) {
      await pause((minutes / SLICES) * 60_000);
      const result = await load.ask(slice === SLICES ? { stop: true } : {});
      rows.push(observed((minutes / SLICES) * slice, "load", result.times));
      for (const [what, count] of Object.entries(result.failures))
        failures.set(what, (failures.get(what) ?? 0) + count);
    }
    for (let minute = 1; minute <= IDLE_MINUTES; minute++) {
      await pause(60_000);
      rows.push(observed(minutes + minute, "idle"));
    }
  } finally {
    load.stop();
    await stopServer(server);
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(reportOf(rows, failures));
  return failures.size === 0;
}

/** The webhooks of a shape, asked about updates too. */
const webhooksOf = (webhook) =>
  configurationsOf({ mutating: 1, validating: 1, idle: 10 }, webhook, "configmaps").map((one) => ({
    ...one,
    webhooks: one.webhooks.map((hook) => ({
      ...hook,
      rules: hook.rules.map((rule) => ({ ...rule, operations: ["CREATE", "UPDATE"] })),
    })),
  }));

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A row of the table: memory and files of the process at the moment, and the requests since the row before. */
function observe(pid, folder) {
  let cpu = cpuMsOf(pid);
  let at = performance.now();
  return (minute, phase, times = {}) => {
    const { anonymousMb, fileMb } = memoryOf(pid);
    const [cpuBefore, atBefore] = [cpu, at];
    [cpu, at] = [cpuMsOf(pid), performance.now()];
    const all = Object.values(times).reduce((sum, values) => sum + values.length, 0);
    const row = [
      minute.toFixed(1),
      phase,
      all,
      anonymousMb.toFixed(0),
      fileMb.toFixed(0),
      (((cpu - cpuBefore) / (at - atBefore)) * 100).toFixed(0),
      readdirSync(`/proc/${pid}/fd`).length,
      (statSync(join(folder, "data/data.mdb")).size / 1e6).toFixed(1),
      ...["create", "get", "list"].map((kind) => percentiles(times[kind])),
    ];
    process.stderr.write(`${row.join("  ")}\n`);
    return row.map(String);
  };
}

function percentiles(values = []) {
  if (values.length === 0) return "";
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.99].map((share) => sorted[Math.floor(sorted.length * share)].toFixed(0)).join(", ");
}

function reportOf(rows, failures) {
  const head = ["Minute", "Phase", "Requests", "Memory MB", "Files MB", "CPU %", "Open files", "Store MB"];
  const latencies = ["create", "get", "list"].map((kind) => `${kind} p50, p99 ms`);
  const failed = [...failures].map(([what, count]) => `${count} x ${what}`);
  return [
    "\nMixed requests by 16 clients, LMDB, a mutating and a validating webhook, a policy. Memory: anonymous pages of the process; files: pages of its store and program.\n",
    table([...head, ...latencies], rows),
    `\nfailed requests: ${failed.join("; ") || "none"}\n`,
  ].join("\n");
}
