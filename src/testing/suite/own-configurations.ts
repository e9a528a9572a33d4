import type { KubeObject } from "../../api/meta.ts";
import { hint, sourceNames } from "../known-names.ts";
import { type Loaded, loadManifests } from "../load-manifests.ts";
import { configurationOf } from "../registration.ts";
import type { WebhookSource } from "../webhook-sources.ts";
import { type Suite, SuiteError } from "./suite.ts";

/**
 * Returns configurations for webhooks of the SDK that no manifest configures, as in the list of
 * `createCluster`. Throws a SuiteError for other sources of a webhook that no configuration names: it would
 * never be called.
 */
export async function ownConfigurations(
  suite: Suite,
  loaded: readonly Loaded[],
  webhooks: Readonly<Record<string, WebhookSource>>,
): Promise<KubeObject[]> {
  const known = sourceNames([...loaded, ...(await manifestsOfCases(suite))].map(({ object }) => object));
  return Object.entries(webhooks)
    .filter(([name]) => !known.includes(name))
    .map(([name, source]) => {
      const own =
        typeof source === "object" && "registration" in source ? configurationOf(source) : undefined;
      if (own !== undefined && own.metadata.name === name) return own;
      throw new SuiteError(`${suite.file}: no configuration has a webhook ${name}${hint(name, known)}`);
    });
}

/** Errors of manifests that cannot be read are reported by their case. */
const manifestsOfCases = async ({ cases }: Suite): Promise<Loaded[]> =>
  (await Promise.all(cases.map(({ manifests }) => loadManifests(manifests).catch(() => [])))).flat();
