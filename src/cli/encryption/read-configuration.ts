import { otherKind } from "../../admission/configuration/apiserver-kinds.ts";
import {
  decodeStrictly,
  type FieldType,
  type Kinds,
  type StructType,
} from "../../admission/configuration/strict-decode.ts";
import { aggregate } from "../../api/validation/field-error.ts";
import { FieldReport } from "../../api/validation/field-path.ts";
import { readText } from "../../disk/read-text.ts";
import { readGoDurationMs } from "../../go/duration.ts";
import { quote } from "../../go/quote.ts";
import { goRecords, goTexts, isJsonObject, type Json, type JsonObject, text } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import { checkConfiguration } from "./check-configuration.ts";
import type {
  EncryptionConfiguration,
  Key,
  KmsConfiguration,
  ProviderConfiguration,
  ResourceConfiguration,
} from "./configuration.ts";

const TEXT = { kind: "string" } as const;

const struct = (goName: string, fields: StructType["fields"]): FieldType => ({
  kind: "struct",
  goType: `v1.${goName}`,
  of: { goName, fields },
});
const list = (goName: string, fields: StructType["fields"]): FieldType => ({
  kind: "list",
  goType: `[]v1.${goName}`,
  of: { goName, fields },
});

const KEYS = { keys: list("Key", { name: TEXT, secret: TEXT }) };

const CONFIGURATION: StructType = {
  goName: "EncryptionConfiguration",
  fields: {
    resources: list("ResourceConfiguration", {
      resources: { kind: "strings" },
      providers: list("ProviderConfiguration", {
        aesgcm: struct("AESConfiguration", KEYS),
        aescbc: struct("AESConfiguration", KEYS),
        secretbox: struct("SecretboxConfiguration", KEYS),
        identity: struct("IdentityConfiguration", {}),
        kms: struct("KMSConfiguration", {
          apiVersion: TEXT,
          name: TEXT,
          cachesize: { kind: "int32" },
          endpoint: TEXT,
          timeout: TEXT,
        }),
      }),
    }),
  },
};

const GROUP = "apiserver.config.k8s.io/v1";
const KINDS: Kinds = new Map([[`${GROUP} EncryptionConfiguration`, CONFIGURATION]]);

/** Such a file is some kilobytes long. */
const MOST_BYTES = 1 << 20;

/** The text of a file. Throws with the reference's text (server/options/encryptionconfig/config.go, loadDataAndHash). */
export async function readEncryptionFile(path: string): Promise<string> {
  let text: string;
  try {
    text = await readText(path);
  } catch (cause) {
    const why =
      cause instanceof Error && "code" in cause && cause.code === "ENOENT"
        ? "no such file or directory"
        : messageOf(cause);
    throw new Error(
      `error while parsing file: error while loading file: error reading encryption provider configuration file ${quote(path)}: open ${path}: ${why}`,
      { cause },
    );
  }
  if (text === "")
    throw new Error(
      `error while parsing file: error while loading file: encryption provider configuration file ${quote(path)} is empty`,
    );
  if (text.length > MOST_BYTES)
    throw new Error(`error while parsing file: ${quote(path)} has more than ${MOST_BYTES} bytes`);
  return text;
}

/** Reads and checks a configuration. Throws with the reference's text. `reload`: the file is read again when it changes. */
export function encryptionConfigurationIn(
  text: string,
  path: string,
  reload: boolean,
): EncryptionConfiguration {
  const configuration = decoded(text, path);
  const report = new FieldReport("");
  checkConfiguration(configuration, reload, report);
  if (report.errors.length > 0)
    throw new Error(
      `error while parsing file: ${aggregate(report.errors.map(({ field, message }) => `${field}: ${message}`))}`,
    );
  return configuration;
}

function decoded(text: string, path: string): EncryptionConfiguration {
  try {
    const { resources } = decodeStrictly(text, KINDS).value;
    return { resources: goRecords(resources).map(resourceOf) };
  } catch (error) {
    const other = otherKind(error);
    const why =
      other === undefined
        ? `error decoding encryption provider configuration file ${quote(path)}: ${shown(error)}`
        : `got unexpected config type: ${other.apiVersion}, Kind=${other.kind}`;
    throw new Error(`error while parsing file: ${why}`);
  }
}

/** A text without a kind is quoted whole, with the keys in it. */
const shown = (error: unknown): string =>
  /^Object '(?:Kind|apiVersion)' is missing/.exec(messageOf(error))?.[0] ?? messageOf(error);

const resourceOf = ({ resources, providers }: JsonObject): ResourceConfiguration => ({
  resources: goTexts(resources),
  providers: goRecords(providers).map(providerOf),
});

function providerOf({ aesgcm, aescbc, secretbox, identity, kms }: JsonObject): ProviderConfiguration {
  return {
    aesgcm: keysOf(aesgcm),
    aescbc: keysOf(aescbc),
    secretbox: keysOf(secretbox),
    identity: isJsonObject(identity) ? identity : undefined,
    kms: isJsonObject(kms) ? kmsOf(kms) : undefined,
  };
}

function keysOf(value: Json | undefined): readonly Key[] | undefined {
  if (!isJsonObject(value)) return undefined;
  return goRecords(value.keys).map(({ name, secret }) => ({ name: text(name), secret: text(secret) }));
}

const DEFAULT_TIMEOUT = "3s";

function kmsOf({ apiVersion, name, endpoint, cachesize, timeout }: JsonObject): KmsConfiguration {
  const given = text(timeout ?? DEFAULT_TIMEOUT);
  return {
    apiVersion: text(apiVersion) || "v1",
    name: text(name),
    endpoint: text(endpoint),
    cachesize: cachesize ?? undefined,
    timeout: given,
    timeoutMs: readGoDurationMs(given),
  };
}
