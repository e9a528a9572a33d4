import { aggregate } from "../../api/validation/field-error.ts";
import { FieldReport } from "../../api/validation/field-report.ts";
import { readText } from "../../disk/read-text.ts";
import { quote } from "../../go/quote.ts";
import { messageOf } from "../../report/describe-error.ts";
import { decodeFile, kindsIn } from "../../types/files/decode-file.ts";
import { otherKind } from "../../types/files/other-kind.ts";
import type {
  EncryptionConfiguration,
  ResourceConfiguration,
} from "../../types/tables/apiserver/v1-types.ts";
import { checkConfiguration } from "./check-configuration.ts";

const KINDS = kindsIn("apiserver.config.k8s.io", "EncryptionConfiguration", "apiserver", ["v1"]);

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
    const { value } = decodeFile<EncryptionConfiguration>(text, KINDS);
    return { ...value, resources: value.resources.map(withDefaults) };
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

const withDefaults = (resource: ResourceConfiguration): ResourceConfiguration => ({
  ...resource,
  providers: resource.providers.map(({ kms, ...others }) =>
    kms === undefined
      ? others
      : { ...others, kms: { ...kms, apiVersion: kms.apiVersion || "v1", timeout: kms.timeout ?? "3s" } },
  ),
});
