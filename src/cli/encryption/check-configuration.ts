import { parseGroupResource } from "../../api/group-version.ts";
import type { FieldReport } from "../../api/validation/field-report.ts";
import { decodeBase64 } from "../../crypto/pem.ts";
import { readGoDurationMs } from "../../go/duration.ts";
import type {
  EncryptionConfiguration,
  Key,
  KMSConfiguration,
  ProviderConfiguration,
} from "../../types/tables/apiserver/v1-types.ts";

const AES_KEY_BYTES = [16, 24, 32];
const SECRETBOX_KEY_BYTES = [32];

/** apiserver/pkg/apis/apiserver/validation/validation_encryption.go, ValidateEncryptionConfiguration. */
export function checkConfiguration(
  { resources }: EncryptionConfiguration,
  reload: boolean,
  root: FieldReport,
): void {
  const at = root.child("resources");
  if (resources.length === 0) at.required("at least one resources is required");
  const kmsNames = new Set<string>();
  for (const [index, { resources: names, providers }] of resources.entries()) {
    const [r, p] = [at.index(index).child("resources"), at.index(index).child("providers")];
    if (names.length === 0) r.required(`at least one ${r} is required`);
    checkOverlap(names, r);
    r.each(names, checkName);
    if (providers.length === 0) p.required(`at least one ${p} is required`);
    p.each(providers, (provider, one) => checkProvider(provider, { kmsNames, reload }, one));
  }
}

function checkOverlap(names: readonly string[], at: FieldReport): void {
  const all = names.map(parseGroupResource);
  const pairs = all.flatMap((a, i) => all.filter((_, j) => i !== j).map((b) => [a, b] as const));
  const isSame = ([a, b]: (typeof pairs)[number]): boolean =>
    a.group === b.group && a.resource === b.resource;
  const duplicate = pairs.findIndex(isSame);
  // The first pair of equal ones is a duplicate only.
  const overlaps = pairs.some(([a, b], index) => {
    if (index === duplicate) return false;
    if (a.group === "*" && a.resource === "*") return true;
    return a.group === b.group && (a.resource === "*" || b.resource === "*");
  });
  if (duplicate >= 0) at.invalid(names, "the same resource cannot be specified multiple times");
  if (overlaps)
    at.invalid(
      names,
      "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked",
    );
}

const WITHOUT_API = ["apiserveripinfo", "serviceipallocations", "servicenodeportallocations"];

function checkName(name: string, at: FieldReport): void {
  const problem = nameProblem(name);
  if (problem !== undefined) at.invalid(name, problem);
}

function nameProblem(name: string): string | undefined {
  if (name.toLowerCase() !== name) return "resource name should not contain capital letters";
  if (name === "*")
    return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
  if (WITHOUT_API.includes(name)) return "resources which do not have REST API/s cannot be encrypted";
  const { group, resource } = parseGroupResource(name);
  if (group === "events.k8s.io")
    return "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file";
  if (group === "extensions") return "'extensions' group has been removed and cannot be used for encryption";
  if (group === "*" && resource !== "*") return "encrypting the same resource across groups is not supported";
  return undefined;
}

interface Context {
  readonly kmsNames: Set<string>;
  readonly reload: boolean;
}

function checkProvider(provider: ProviderConfiguration, context: Context, at: FieldReport): void {
  const { aesgcm, aescbc, secretbox, identity, kms } = provider;
  const count = [aesgcm, aescbc, secretbox, identity, kms].filter((one) => one !== undefined).length;
  if (count === 0)
    at.invalid(
      shown(provider),
      "provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity",
    );
  if (count > 1)
    at.invalid(
      shown(provider),
      "more than one provider specified in a single element, should split into different list elements",
    );
  if (kms !== undefined) checkKms(kms, context, at.child("kms"));
  else if (aesgcm !== undefined) checkKeys(aesgcm.keys, AES_KEY_BYTES, at.child("aesgcm").child("keys"));
  else if (aescbc !== undefined) checkKeys(aescbc.keys, AES_KEY_BYTES, at.child("aescbc").child("keys"));
  else if (secretbox !== undefined)
    checkKeys(secretbox.keys, SECRETBOX_KEY_BYTES, at.child("secretbox").child("keys"));
}

/** Formats a provider as Go prints the struct. The reference prints the secrets, too; here they are hidden. */
function shown({ aesgcm, aescbc, secretbox, identity, kms }: ProviderConfiguration): object {
  const keys = (provider: { readonly keys: readonly Key[] } | undefined) =>
    provider === undefined
      ? null
      : { Keys: provider.keys.map(({ name }) => ({ Name: name, Secret: "REDACTED" })) };
  return {
    AESGCM: keys(aesgcm),
    AESCBC: keys(aescbc),
    Secretbox: keys(secretbox),
    Identity: identity === undefined ? null : {},
    KMS: kms === undefined ? null : { APIVersion: kms.apiVersion, Name: kms.name, Endpoint: kms.endpoint },
  };
}

function checkKeys(keys: readonly Key[], lengths: readonly number[], at: FieldReport): void {
  if (keys.length === 0) at.required("at least one keys is required");
  at.each(keys, ({ name, secret }, one) => {
    if (name === "") one.child("name").required("name is a mandatory field for a key");
    if (secret === "") return one.child("secret").required("secret is a mandatory field for a key");
    const bytes = decodeBase64(secret);
    if (bytes === undefined) return one.child("secret").invalid("REDACTED", "secrets must be base64 encoded");
    if (!lengths.includes(bytes.length))
      one
        .child("secret")
        .invalid(
          "REDACTED",
          `secret is not of the expected length, got ${bytes.length}, expected one of [${lengths.join(" ")}]`,
        );
  });
}

function checkKms(kms: KMSConfiguration, { kmsNames, reload }: Context, at: FieldReport): void {
  const { apiVersion, name, endpoint, cachesize, timeout = "" } = kms;
  const nameAt = at.child("name");
  if (name === "") nameAt.required("name is a mandatory field for a provider");
  if (apiVersion !== "v1" && name.includes(":"))
    nameAt.invalid(name, `invalid KMS provider name ${name}, must not contain ':'`);
  if ((reload || apiVersion !== "v1") && kmsNames.has(name))
    nameAt.invalid(name, `duplicate KMS provider name ${name}, names must be unique`);
  kmsNames.add(name);
  if (readGoDurationMs(timeout) <= 0)
    at.child("timeout").invalid(timeout, "timeout should be a positive value");
  checkEndpoint(endpoint, at.child("endpoint"));
  if (apiVersion !== "v1" && cachesize !== undefined)
    at.child("cachesize").invalid(cachesize, "cachesize is not supported in v2");
  if (apiVersion === "v1" && cachesize === 0)
    at.child("cachesize").invalid(cachesize, "cachesize should be a positive value, or negative to disable");
  if (apiVersion !== "v1" && apiVersion !== "v2")
    at.child("apiVersion").invalid(
      apiVersion,
      "unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported",
    );
}

function checkEndpoint(endpoint: string, at: FieldReport): void {
  if (endpoint === "") {
    at.invalid("", "endpoint is a mandatory field for a kms");
    return;
  }
  const [, scheme = ""] = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(endpoint) ?? [];
  if (scheme.toLowerCase() !== "unix")
    at.invalid(
      endpoint,
      `unsupported scheme ${JSON.stringify(scheme)} for KMS provider, only unix is supported`,
    );
}
