import { type GroupResource, parseGroupResource } from "../../api/group-version.ts";
import { decodeBase64 } from "../../crypto/pem.ts";
import { readGoDurationMs } from "../../go/duration.ts";
import { aesCbc, aesGcm } from "../../storage/encryption/aes.ts";
import { byPrefix } from "../../storage/encryption/by-prefix.ts";
import { KmsProvider } from "../../storage/encryption/kms/kms-provider.ts";
import { openKmsService } from "../../storage/encryption/kms/kms-service.ts";
import { secretbox } from "../../storage/encryption/secretbox.ts";
import { IDENTITY, type Prefixed, type Transformer } from "../../storage/encryption/transformer.ts";
import type {
  EncryptionConfiguration,
  Key,
  KMSConfiguration,
  ProviderConfiguration,
} from "../../types/tables/apiserver/v1-types.ts";

/** Transformers of one configuration, and its KMS providers. */
export interface Transformers {
  transformerOf(resource: GroupResource): Transformer;
  readonly kms: readonly KmsProvider[];
}

/** Receives the reason when a KMS plugin is not healthy. */
export type TellOfKms = (name: string, problem: string) => void;

/**
 * Creates the transformers of a checked configuration (server/options/encryptionconfig/config.go,
 * getTransformerOverridesAndKMSPluginProbes). Throws with the reference's text. Plugins are not called yet.
 */
export function createTransformers({ resources }: EncryptionConfiguration, tell: TellOfKms): Transformers {
  const lists = new Map<string, Prefixed[]>();
  const kms: KmsProvider[] = [];
  try {
    for (const { resources: names, providers } of resources) {
      const list = providers.map((provider) => prefixedOf(provider, kms, tell));
      for (const name of names) addTo(lists, parseGroupResource(name), list);
    }
  } catch (error) {
    for (const provider of kms) provider.close();
    throw new Error(`error while building transformers: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
  const transformers = new Map(
    [...lists].map(([name, list]) => [name, byPrefix(list, "no matching prefix found")]),
  );
  return {
    kms,
    transformerOf: ({ group, resource }) =>
      transformers.get(groupResourceText({ group, resource })) ??
      transformers.get(groupResourceText({ group, resource: "*" })) ??
      transformers.get("*.*") ??
      IDENTITY,
  };
}

/** Throws for a resource that an earlier wildcard covers. */
function addTo(lists: Map<string, Prefixed[]>, resource: GroupResource, list: readonly Prefixed[]): void {
  const name = groupResourceText(resource);
  for (const mask of [groupResourceText({ group: resource.group, resource: "*" }), "*.*"])
    if (lists.has(mask))
      throw new Error(`resource ${JSON.stringify(name)} is masked by earlier rule ${JSON.stringify(mask)}`);
  lists.set(name, [...(lists.get(name) ?? []), ...list]);
}

function prefixedOf(provider: ProviderConfiguration, kms: KmsProvider[], tell: TellOfKms): Prefixed {
  if (provider.aesgcm !== undefined) return keyed("aesgcm", "AES", provider.aesgcm.keys, aesGcm);
  if (provider.aescbc !== undefined) return keyed("aescbc", "AES", provider.aescbc.keys, aesCbc);
  if (provider.secretbox !== undefined)
    return keyed("secretbox", "Secretbox", provider.secretbox.keys, secretbox);
  if (provider.kms === undefined) return { prefix: "", transformer: IDENTITY };
  const transformer = kmsOf(provider.kms, tell);
  kms.push(transformer);
  return { prefix: `k8s:enc:kms:v2:${provider.kms.name}:`, transformer };
}

function keyed(
  name: string,
  algorithm: string,
  keys: readonly Key[],
  make: (secret: Uint8Array) => Transformer,
): Prefixed {
  const list = keys.map((key) => ({
    prefix: `${key.name}:`,
    transformer: make(decodeBase64(key.secret) ?? new Uint8Array()),
  }));
  const complaint = `no matching key was found for the provided ${algorithm} transformer`;
  return { prefix: `k8s:enc:${name}:v1:`, transformer: byPrefix(list, complaint) };
}

function kmsOf({ apiVersion, name, endpoint, timeout = "" }: KMSConfiguration, tell: TellOfKms): KmsProvider {
  if (apiVersion === "v1")
    throw new Error(
      "KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead.",
    );
  const service = openKmsService(endpoint, readGoDurationMs(timeout));
  return new KmsProvider({ name, service, tell: (problem) => tell(name, problem) });
}

/** Formats a resource as configurations name it: `*.` is every resource of the core group. */
const groupResourceText = ({ group, resource }: GroupResource): string => {
  if (group !== "") return `${resource}.${group}`;
  return resource === "*" ? "*." : resource;
};
