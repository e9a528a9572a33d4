import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import type { UpgradeReport } from "../../upgrade/report/upgrade-report.ts";
import { record } from "../record/record.ts";
import { runUpgrade } from "./run-upgrade.ts";
import type { UpgradeFlags } from "./upgrade-flags.ts";

const EXAMPLE = join(import.meta.dirname, "../../../examples/upgrade");
const LOG = join(EXAMPLE, "audit-log.jsonl");
const CLUSTER = join(EXAMPLE, "cluster.yaml");

const folder = folderForTests();

const flagsOf = (more: Partial<UpgradeFlags>): UpgradeFlags => ({
  from: "1.34",
  to: "1.37",
  filename: [],
  runtimeConfig: [],
  featureGates: [],
  service: [],
  failOn: "error",
  output: "json",
  color: "never",
  ...more,
});

const parsed = (text: string): UpgradeReport => JSON.parse(text) as UpgradeReport;

describe("runUpgrade", () => {
  test("runUpgrade tells who sends what an audit log and objects need to change", async () => {
    const { text, failed } = await runUpgrade([LOG], flagsOf({ filename: [CLUSTER] }));
    const { findings, requests } = parsed(text);
    expect(failed).toBe(true);
    expect(requests).toEqual({ total: 4, same: 1, notServed: 0 });
    expect(findings.find(({ concern }) => concern === "not-served")).toMatchObject({
      change: "write apiVersion: storage.k8s.io/v1",
      requests: 2,
      clients: [{ agent: "csi-resizer/v1.13.0", user: "system:serviceaccount:kube-system:csi-resizer" }],
      places: [{ of: "VolumeAttributesClass fast", line: 9 }],
    });
    expect(findings.find(({ concern, requests }) => concern === "refused" && requests > 0)).toMatchObject({
      gate: "StrictIPCIDRValidation",
      requests: 2,
      ids: ["request-1", "request-2"],
      clients: [
        { agent: "kubectl/v1.34.1", user: "jane", count: 1 },
        { agent: "argocd-application-controller/v3.1.0", count: 1 },
      ],
    });
  });

  test("runUpgrade reads a recording, in which reads are not", async () => {
    const out = join(folder, "requests.jsonl.gz");
    await record(
      { out, fromAuditLog: [LOG], most: 1000, mask: [], masking: true },
      () => {},
      new AbortController().signal,
    );
    const { findings, requests } = parsed((await runUpgrade([out], flagsOf({ failOn: "never" }))).text);
    expect(requests.total).toBe(4);
    expect(findings.map(({ concern, gate }) => [concern, gate])).toEqual([
      ["refused", "StrictIPCIDRValidation"],
      ["stored", "HPAGeneration"],
    ]);
  });

  test.each(["text", "sarif", "html"] as const)("runUpgrade writes %s", async (output) => {
    const file = join(folder, "plain.yaml");
    writeFileSync(file, "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: <b>}\n");
    const { text, failed } = await runUpgrade([], flagsOf({ from: "1.24", filename: [file], output }));
    expect(failed).toBe(true);
    expect(text).toContain("policy/v1beta1 of PodDisruptionBudget is not served since 1.25");
    if (output === "html") expect(text).not.toContain("<b>");
    if (output === "sarif")
      expect(JSON.parse(text)).toMatchObject({
        runs: [{ results: [{ ruleId: "not-served", level: "error", locations: [{}] }] }],
      });
  });

  test.each([
    [{}, [], "nothing to rehearse"],
    [{ from: "1.37" }, [LOG], "--to must be a newer version than --from"],
    [{ from: "1.4" }, [LOG], "--from: versions from 1.16 to 1.37 are known"],
    [{ to: "2.0" }, [LOG], "--to: give a version such as 1.37"],
    [{}, ["-"], "requests cannot be read from standard input"],
  ] as const)("runUpgrade refuses %j of %j", async (more, paths, message) => {
    await expect(runUpgrade(paths, flagsOf(more))).rejects.toThrow(message);
  });
});
