import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parseManifests } from "../../src/explain/offline/manifests.ts";
import { record, text } from "../../src/json/value.ts";
import { upgrade } from "../../src/upgrade/upgrade.ts";
import { upgradedOf } from "../../src/upgrade/versions/upgraded.ts";
import { longTest } from "../parts/sampled.ts";

const FILE = join(import.meta.dirname, "planted/cluster.yaml");

/** The annotations of the file: what each object is planted with. */
async function planted() {
  const manifests = await parseManifests(readFileSync(FILE, "utf8"), FILE);
  const labels = manifests.flatMap(({ object }) => {
    const label = text(record(record(object.metadata).annotations).planted);
    const of = `${text(object.kind)} ${text(record(object.metadata).name)}`;
    return label.split(" ; ").flatMap((one) => {
      const [concern, cause] = one.split(" | ");
      return concern === undefined || cause === undefined ? [] : [{ of, concern, cause }];
    });
  });
  return { manifests, labels };
}

longTest("upgrade finds the planted differences between 1.34 and 1.37, and invents none", async () => {
  const { manifests, labels } = await planted();
  const { findings } = await upgrade({
    upgraded: upgradedOf("1.34", "1.37"),
    manifests,
    answering: {},
    runtimeConfig: [],
    featureGates: [],
    notes: [],
  });
  const isMeant = (
    { concern, cause }: { concern: string; cause: string },
    label: (typeof labels)[number],
  ): boolean => concern === label.concern && cause.includes(label.cause);
  const missing = labels.filter((label) => !findings.some((finding) => isMeant(finding, label)));
  const invented = findings.filter((finding) => !labels.some((label) => isMeant(finding, label)));
  expect({ missing, invented: invented.map(({ concern, cause }) => `${concern}: ${cause}`) }).toEqual({
    missing: [],
    invented: [],
  });
  expect(labels.length).toBeGreaterThanOrEqual(20);
  expect(new Set(labels.map(({ concern }) => concern)).size).toBeGreaterThanOrEqual(8);
});
