import { writeFile } from "node:fs/promises";
import { type JsonObject, record, records } from "../../json/value.ts";
import type { Rule } from "../../webhook/index.ts";
import { print } from "../terminal.ts";
import { manifestText } from "../webhook/manifest/manifest-text.ts";
import type { ListenFlags } from "./listen-flags.ts";

/** To the file that is named, or to standard output. */
export async function writeConfiguration(
  { configuration }: { readonly configuration: JsonObject },
  file: string | undefined,
): Promise<void> {
  const text = manifestText(configuration);
  if (file === undefined) print(text);
  else await writeFile(file, text);
}

const PLURAL = /^[a-z0-9*]+(\/[a-z*]+)?$/;

/**
 * Returns rules for the resources that `--resource` names, such as `deployments.apps`; `rules` if the flag is
 * not given.
 */
export function askedRules({ resource }: ListenFlags, rules: readonly Rule[]): readonly Rule[] {
  if (resource.length === 0) return rules;
  return resource.map((text): Rule => {
    const [plural = "", ...group] = text.split(".");
    if (!PLURAL.test(plural))
      throw new Error(`--resource: ${JSON.stringify(text)}: it is written as pods or deployments.apps`);
    return {
      apiGroups: [group.join(".")],
      apiVersions: ["*"],
      operations: ["CREATE", "UPDATE", "DELETE"],
      resources: [plural],
    };
  });
}

/** Returns a selector of namespaces by their names. */
export const selectorOf = (names: readonly string[]) => ({
  matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "In" as const, values: names }],
});

/** Behind a Service, where there is one. */
export function placed(configuration: JsonObject, service: string | undefined): JsonObject {
  if (service === undefined) return configuration;
  const [namespace = "", name = ""] = service.split("/");
  const webhooks = records(configuration.webhooks).map((webhook) => {
    const { url: _url, ...trust } = record(webhook.clientConfig);
    return { ...webhook, clientConfig: { service: { namespace, name, path: "/", port: 443 }, ...trust } };
  });
  return { ...configuration, webhooks };
}
