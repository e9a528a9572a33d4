import type { JsonObject } from "../../../src/json/value.ts";
import { Editor } from "../kinds/edits.ts";
import type { Play } from "../kinds/play.ts";
import { baseOf, nameOf, RESOURCES, type Resource } from "../kinds/resources.ts";
import { Values } from "../kinds/values.ts";
import type { Random } from "../random.ts";
import type { Actor } from "../webhooks/scene.ts";

/** Kinds for which no webhook and no policy is called. */
const EXEMPT = /^(Mutating|Validating)(Webhook|Admission)/;

/** A resource of any kind, with the parts of its cases. */
export function playOf(random: Random, only?: string): Play {
  const found = RESOURCES.filter(({ kind }) => !EXEMPT.test(kind) && (only === undefined || kind === only));
  const resource = random.pick(found);
  const values = new Values(random, random.pick([0, 0.01, 0.05]));
  return { random, resource, values, editor: new Editor(random, values), base: baseOf(resource, random) };
}

/** The object that answers of webhooks refer to. */
export const actorOf = ({ base, resource }: Play): Actor => ({
  kind: resource.kind,
  plural: resource.plural,
  group: resource.group,
  version: resource.apiVersion.replace(/^.*\//, ""),
  base,
  typeName: resource.typeName,
});

/** User of some requests. */
export const USER = "u-{{id}}";

/** Requests of this case: in its namespace, of its names, or by its user. */
export const OWN = [
  `(has(request.namespace) && request.namespace == '{{ns}}')`,
  `(has(request.name) && request.name.contains('{{id}}'))`,
  `request.userInfo.username == '${USER}'`,
].join(" || ");

export const EVERYTHING: JsonObject = { apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] };

/** The rule of one resource alone, with or without its parts. */
export const ruleOf = (random: Random, { group, plural }: Resource): JsonObject => ({
  apiGroups: [group],
  apiVersions: ["*"],
  resources: random.pick([[plural], [plural, `${plural}/*`], [`${plural}/*`]]),
});

export { nameOf };
