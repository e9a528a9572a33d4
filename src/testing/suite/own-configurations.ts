import type { KubeObject } from "../../api/meta.ts";
import { hint, sourceNames } from "../known-names.ts";
import { type Loaded, loadManifests } from "../load-manifests.ts";
import { configurationOf } from "../registration.ts";
import type { WebhookSource } from "../webhook-sources.ts";
import { type Suite, SuiteError } from "./suite.ts";

/**
 * Configurations of webhooks of the SDK that no manifest configures, as in the list of `createCluster`. Throws a SuiteError for
 * anything else that answers for a webhook which nothing configures: it would never be called.
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

/** What cannot be read is told by its case. */
const manifestsOfCases = async ({ cases }: Suite): Promise<Loaded[]> =>
  (await Promise.all(cases.map(({ manifests }) => loadManifests(manifests).catch(() => [])))).flat();
