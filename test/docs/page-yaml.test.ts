import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  configurationFor,
  readAdmissionConfiguration,
} from "../../src/admission/configuration/admission-configuration.ts";
import { nodeFiles } from "../../src/admission/configuration/files.ts";
import { readSettings } from "../../src/admission/hooks/optional/image-policy-webhook/read-settings.ts";
import { encryptionConfigurationIn } from "../../src/cli/encryption/read-configuration.ts";
import { configurationIn } from "../../src/cli/serve/authentication/read-configuration.ts";
import { authorizersIn } from "../../src/cli/serve/authorization/configuration.ts";
import { parseYaml } from "../../src/go-yaml/read-yaml.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/json/value.ts";
import { createCluster, type TestCluster } from "../../src/testing/index.ts";
import { readSuite } from "../../src/testing/suite/suite.ts";
import { fencedBlocks, namedFiles, pagesOf } from "../parts/shell-blocks.ts";
import { folderForTests } from "../tools/scratch-folder.tool.ts";

const ROOT = dirname(dirname(import.meta.dirname));

/**
 * Pages with intentionally wrong manifests; each has its own test (test/lint/docs.test.ts,
 * test/explain/docs.test.ts).
 */
const WRONG_ON_PURPOSE = /^docs\/(?:lint(?:-[a-z-]+)?|explain)\.md$/;

const documents = pagesOf(ROOT).flatMap((page) =>
  fencedBlocks(ROOT, page)
    .filter(({ language }) => language === "yaml" || language === "yml")
    .flatMap(({ place, code }) =>
      code
        .split(/^---$/m)
        .map((text, i) => ({ page, place: i === 0 ? place : `${place}, document ${i + 1}`, text })),
    ),
);

const isManifest = (value: Json): value is JsonObject =>
  isJsonObject(value) && "apiVersion" in value && "kind" in value;
const isSuite = (value: Json): boolean => isJsonObject(value) && value.apiVersion === "test.sallyport/v1";

const SECRET = Buffer.alloc(32, "a").toString("base64");

/** Files of the server itself, by their kind: read as the server reads them. */
const FILES: Readonly<Record<string, (text: string) => unknown>> = {
  AdmissionConfiguration: readAdmission,
  AuthenticationConfiguration: configurationIn,
  AuthorizationConfiguration: authorizersIn,
  // Pages describe a key in place of one.
  EncryptionConfiguration: (text) =>
    encryptionConfigurationIn(text.replaceAll(/<[^<>]*>/g, SECRET), "page.yaml", false),
};

function readAdmission(text: string): void {
  const files = { ...nodeFiles, read: () => text };
  const plugins = readAdmissionConfiguration("page.yaml", [], files);
  expect(plugins.map(({ name }) => name)).toEqual(["ImagePolicyWebhook"]);
  readSettings(configurationFor(plugins, "ImagePolicyWebhook", files));
}

const readerOf = (value: Json): ((text: string) => unknown) | undefined =>
  isManifest(value) && String(value.apiVersion).startsWith("apiserver.config.k8s.io/")
    ? FILES[String(value.kind)]
    : undefined;

describe("the YAML on pages", () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  const folder = folderForTests();
  afterAll(() => cluster.close());

  test("there is some", () => {
    expect(documents.length).toBeGreaterThan(50);
  });

  test.each(documents)("$place is read, and the server knows its fields", async ({ page, text }) => {
    const value = parseYaml(text);
    if (isSuite(value)) {
      for (const { name, code } of namedFiles(ROOT, page)) writeFileSync(join(folder, name), code);
      const file = join(folder, "read.yaml");
      writeFileSync(file, text);
      expect((await readSuite(file)).cases.length).toBeGreaterThan(0);
    }
    const read = readerOf(value);
    if (read !== undefined) {
      // Files that they name must exist; their content is not checked here.
      read(text.replaceAll(/\/etc\/[\w./-]+/g, import.meta.filename));
      return;
    }
    if (!isManifest(value) || isSuite(value) || WRONG_ON_PURPOSE.test(page)) return;
    const { message, allowed } = await cluster.create(value, {
      dryRun: true,
      query: { fieldValidation: "Strict" },
    });
    expect({ message, allowed }).toEqual({ message: "", allowed: true });
  });
});
