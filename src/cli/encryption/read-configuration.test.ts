import { expect, test } from "vitest";
import { encryptionConfigurationIn } from "./read-configuration.ts";
import { createTransformers } from "./transformers.ts";

const HEAD = "kind: EncryptionConfiguration\napiVersion: apiserver.config.k8s.io/v1\n";
const SECRET = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
const IDENTITY = "providers: [{identity: {}}]";
const entry = (resources: string, providers: string): string =>
  `resources:\n- resources: [${resources}]\n  providers: [${providers}]\n`;

/** Errors of kube-apiserver 1.36.3 when it refuses to start. */
const REFUSED: readonly [string, string, string][] = [
  ["nothing", "", "resources: Required value: at least one resources is required"],
  [
    "an empty entry",
    "resources: [{resources: []}]",
    "[resources[0].resources: Required value: at least one resources[0].resources is required, resources[0].providers: Required value: at least one resources[0].providers is required]",
  ],
  [
    "names",
    entry(
      'Secrets, "*", serviceipallocations, events.events.k8s.io, deployments.extensions, secrets.*',
      "{identity: {}}",
    ),
    `[resources[0].resources: Invalid value: ["Secrets","*","serviceipallocations","events.events.k8s.io","deployments.extensions","secrets.*"]: using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked, resources[0].resources[0]: Invalid value: "Secrets": resource name should not contain capital letters, resources[0].resources[1]: Invalid value: "*": use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources, resources[0].resources[2]: Invalid value: "serviceipallocations": resources which do not have REST API/s cannot be encrypted, resources[0].resources[3]: Invalid value: "events.events.k8s.io": '*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file, resources[0].resources[4]: Invalid value: "deployments.extensions": 'extensions' group has been removed and cannot be used for encryption, resources[0].resources[5]: Invalid value: "secrets.*": encrypting the same resource across groups is not supported]`,
  ],
  [
    "names that cover others",
    entry('secrets, secrets, "*."', "{identity: {}}"),
    `[resources[0].resources: Invalid value: ["secrets","secrets","*."]: the same resource cannot be specified multiple times, resources[0].resources: Invalid value: ["secrets","secrets","*."]: using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked]`,
  ],
  [
    "a provider of no kind",
    entry("secrets", "{}"),
    `resources[0].providers[0]: Invalid value: {"AESGCM":null,"AESCBC":null,"Secretbox":null,"Identity":null,"KMS":null}: provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity`,
  ],
  [
    "keys",
    entry(
      "secrets",
      "{aescbc: {keys: []}}, {aesgcm: {keys: [{}, {name: a, secret: '%%'}, {name: b, secret: YWJj}]}}, {secretbox: {keys: [{name: c, secret: YWJj}]}}",
    ),
    '[resources[0].providers[0].aescbc.keys: Required value: at least one keys is required, resources[0].providers[1].aesgcm.keys[0].name: Required value: name is a mandatory field for a key, resources[0].providers[1].aesgcm.keys[0].secret: Required value: secret is a mandatory field for a key, resources[0].providers[1].aesgcm.keys[1].secret: Invalid value: "REDACTED": secrets must be base64 encoded, resources[0].providers[1].aesgcm.keys[2].secret: Invalid value: "REDACTED": secret is not of the expected length, got 3, expected one of [16 24 32], resources[0].providers[2].secretbox.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 3, expected one of [32]]',
  ],
  [
    "kms",
    entry(
      "secrets",
      '{kms: {}}, {kms: {apiVersion: v3, name: "a:b", endpoint: "http://x", timeout: -90s}}, {kms: {apiVersion: v2, name: a, endpoint: "unix:///x", cachesize: 3}}, {kms: {apiVersion: v2, name: a, endpoint: "unix:///x"}}',
    ),
    `[resources[0].providers[0].kms.name: Required value: name is a mandatory field for a provider, resources[0].providers[0].kms.endpoint: Invalid value: "": endpoint is a mandatory field for a kms, resources[0].providers[1].kms.name: Invalid value: "a:b": invalid KMS provider name a:b, must not contain ':', resources[0].providers[1].kms.timeout: Invalid value: "-1m30s": timeout should be a positive value, resources[0].providers[1].kms.endpoint: Invalid value: "http://x": unsupported scheme "http" for KMS provider, only unix is supported, resources[0].providers[1].kms.apiVersion: Invalid value: "v3": unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported, resources[0].providers[2].kms.cachesize: Invalid value: 3: cachesize is not supported in v2, resources[0].providers[3].kms.name: Invalid value: "a": duplicate KMS provider name a, names must be unique]`,
  ],
];

test.each(REFUSED)("%s: refused in the words of the reference", (_, body, said) => {
  expect(() => encryptionConfigurationIn(HEAD + body, "/e.yaml", false)).toThrow(
    new Error(`error while parsing file: ${said}`),
  );
});

const DECODING: readonly [string, string, string][] = [
  [
    "unknown fields",
    HEAD + entry("secrets", `{aescbc: {keys: [{name: a, secret: ${SECRET}, extra: 1}]}, other: {}}`),
    'strict decoding error: unknown field "resources[0].providers[0].aescbc.keys[0].extra", unknown field "resources[0].providers[0].other"',
  ],
  [
    "a text for a list",
    `${HEAD}resources: [{resources: secrets}]`,
    "json: cannot unmarshal string into Go struct field ResourceConfiguration.resources.resources of type []string",
  ],
  ...Object.entries({ true: "bool", "[1]": "array", "{}": "object", "1.5": "number" }).map(
    ([value, found]): [string, string, string] => [
      `the timeout ${value}`,
      HEAD + entry("secrets", `{kms: {apiVersion: v2, name: a, endpoint: "unix:///x", timeout: ${value}}}`),
      `json: cannot unmarshal ${found} into Go struct field KMSConfiguration.resources.providers.kms.timeout of type string`,
    ],
  ),
  [
    "a size of the cache that is no integer",
    HEAD + entry("secrets", '{kms: {apiVersion: v1, name: a, endpoint: "unix:///x", cachesize: "3"}}'),
    "json: cannot unmarshal string into Go struct field KMSConfiguration.resources.providers.kms.cachesize of type int32",
  ],
  [
    "no duration",
    HEAD + entry("secrets", '{kms: {apiVersion: v2, name: a, endpoint: "unix:///x", timeout: abc}}'),
    'time: invalid duration "abc"',
  ],
  [
    "a duration without a unit",
    HEAD + entry("secrets", '{kms: {apiVersion: v2, name: a, endpoint: "unix:///x", timeout: "5"}}'),
    'time: missing unit in duration "5"',
  ],
  [
    "another kind",
    "kind: Pod\napiVersion: v1\n",
    'no kind "Pod" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
];

test.each(DECODING)("%s: refused with the name of the file", (_, text, said) => {
  expect(() => encryptionConfigurationIn(text, "/e.yaml", false)).toThrow(
    new Error(
      `error while parsing file: error decoding encryption provider configuration file "/e.yaml": ${said}`,
    ),
  );
});

test("the file of another flag is refused", () => {
  const text = "kind: AuthenticationConfiguration\napiVersion: apiserver.config.k8s.io/v1\n";
  expect(() => encryptionConfigurationIn(text, "/e.yaml", false)).toThrow(
    "got unexpected config type: apiserver.config.k8s.io/v1, Kind=AuthenticationConfiguration",
  );
});

test("no refusal quotes a key", () => {
  const keys = `{aescbc: {keys: [{name: a, secret: ${SECRET}}]}, identity: {}}`;
  for (const text of [HEAD + entry("secrets", keys), entry("secrets", keys)])
    try {
      encryptionConfigurationIn(text, "/e.yaml", false);
      expect.unreachable();
    } catch (error) {
      expect(String(error)).toMatch(/more than one provider|Object 'Kind' is missing/);
      expect(String(error)).not.toContain(SECRET);
    }
});

const masked = (...rules: readonly string[]): string =>
  `${HEAD}resources:\n${rules.map((rule) => `- {resources: ["${rule}"], ${IDENTITY}}\n`).join("")}`;

test.each([
  ["*.*", "secrets"],
  ["*.", "secrets"],
  ["*.apps", "deployments.apps"],
])("%s before %s is refused", (wildcard, name) => {
  const configuration = encryptionConfigurationIn(masked(wildcard, name), "/e.yaml", false);
  expect(() => createTransformers(configuration, () => {})).toThrow(
    new Error(
      `error while building transformers: resource "${name}" is masked by earlier rule "${wildcard}"`,
    ),
  );
});

test("a resource has the transformers of its name, else of its group, else of everything", () => {
  const key = (name: string): string => `{aesgcm: {keys: [{name: ${name}, secret: ${SECRET}}]}}`;
  const text = `${HEAD}resources:
- {resources: [secrets], providers: [${key("name")}]}
- {resources: ["*.", "*.apps"], providers: [${key("group")}]}
- {resources: [events.example.com, "*.*"], providers: [${key("all")}]}
`.replace('events.example.com, "*.*"', '"*.*"');
  const { transformerOf } = createTransformers(encryptionConfigurationIn(text, "/e.yaml", true), () => {});
  const used = (resource: string, group = ""): string =>
    transformerOf({ group, resource }).encrypt(Buffer.from("{}"), "/k").toString("latin1").split(":")[4] ??
    "";
  expect(["secrets", "configmaps"].map((name) => used(name))).toEqual(["name", "group"]);
  expect([used("deployments", "apps"), used("widgets", "example.com")]).toEqual(["group", "all"]);
});
