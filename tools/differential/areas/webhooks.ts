import type { Case, Step } from "../case.ts";
import type { Random } from "../random.ts";
import { register } from "../webhooks/configurations.ts";
import { NAME, requestOf } from "../webhooks/requests.ts";
import { ACTORS, bodyOf, collectionOf, metadataOf, NAMESPACE } from "../webhooks/scene.ts";

/** Webhooks with random answers, and random requests for which they are called. */
export function webhooksCase(random: Random, only?: string): Case {
  const actor = random.pick(ACTORS.filter(({ kind }) => only === undefined || kind === only));
  const { steps, hooks } = register(random, actor);
  const prepare: Step[] = [
    {
      name: "namespace",
      method: "POST",
      path: "/api/v1/namespaces",
      body: { metadata: { name: NAMESPACE } },
      isSetup: true,
    },
    {
      name: "prepare",
      method: "POST",
      path: collectionOf(actor),
      body: bodyOf(actor, NAME, metadataOf(random)),
      isSetup: true,
    },
  ];
  const requests = random.times(2, 4, (i) => requestOf(random, actor, `request ${i}`));
  const reads: Step[] = [{ name: "stored", method: "GET", path: collectionOf(actor) }];
  return { area: "webhooks", steps: [...prepare, ...steps, ...requests, ...reads], hooks };
}
