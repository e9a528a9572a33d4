import type { JsonObject } from "../../../src/json/value.ts";
import type { Case, Step } from "../case.ts";
import type { Random } from "../random.ts";
import { Expressions } from "../texts/expressions.ts";
import { checkedField } from "../texts/formats.ts";
import { mistakenJson, respelled } from "../texts/json-text.ts";
import { mistakenRules } from "../texts/mistakes.ts";
import { patchText } from "../texts/patch-text.ts";
import { address, quantity, range, time } from "../texts/pieces.ts";
import { ruledObject } from "../texts/rules.ts";
import { YamlTexts } from "../texts/yaml-text.ts";

const SPACE = "/api/v1/namespaces/{{ns}}";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const REVISIONS = "/apis/apps/v1/namespaces/{{ns}}/controllerrevisions";
const HEAD =
  'apiVersion: apps/v1\nkind: ControllerRevision\nmetadata: {name: "a-{{id}}"}\nrevision: 1\ndata:\n  ';

type Made = Omit<Step, "name" | "method" | "query"> & Partial<Pick<Step, "method">>;

const SORTS: Readonly<Record<string, (random: Random) => Made>> = {
  yaml: (random) => ({
    path: REVISIONS,
    text: new YamlTexts(random).document(HEAD),
    headers: { "content-type": "application/yaml" },
  }),
  json: (random) => ({
    path: `${SPACE}/configmaps`,
    text: jsonDocument(random),
    headers: { "content-type": random.pick(["application/json", "application/yaml"]) },
  }),
  patches: (random) => ({
    method: "PATCH",
    path: SPACE,
    text: patchText(random),
    headers: { "content-type": "application/json-patch+json" },
  }),
  expressions: (random) => ({ path: DEFINITIONS, body: definition(saying(random)) }),
  formats: (random) => ({ path: DEFINITIONS, body: definition(checkedField(random)) }),
  rules: (random) => ({ path: DEFINITIONS, body: definition(ruledObject(random)) }),
  mistakes: (random) => ({ path: DEFINITIONS, body: definition(mistakenRules(random)) }),
  amounts: (random) => ({ path: `${SPACE}/pods`, body: withAmounts(random) }),
  times: (random) => ({
    path: "/apis/coordination.k8s.io/v1/namespaces/{{ns}}/leases",
    body: { metadata: { name: "a-{{id}}" }, spec: { renewTime: time(random), acquireTime: time(random) } },
  }),
  addresses: (random) => ({ path: `${SPACE}/services`, body: withAddresses(random) }),
};

/** Texts for one parser at a time: nearly right ones, whose values or errors the answer of a dry run shows. `only`: of one sort. */
export function textsCase(random: Random, only?: string): Case {
  const sort = SORTS[only ?? ""] ?? random.pick(Object.values(SORTS));
  const steps = random.times(
    3,
    8,
    (i): Step => ({
      name: `try ${i}`,
      method: "POST",
      query: [["dryRun", "All"]],
      ...sort(random),
    }),
  );
  return { area: "texts", steps };
}

function jsonDocument(random: Random): string {
  const metadata = { name: "a-{{id}}", labels: { a: "b" }, finalizers: ["a.b/c"] };
  const data = { a: "1", b: "<c>", d: "\t" };
  const json = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata, data, immutable: true });
  const text = random.chance(0.5) ? respelled(random, json) : json;
  return random.chance(0.6) ? mistakenJson(random, text) : text;
}

const definition = (field: JsonObject): JsonObject => ({
  metadata: { name: "boats.g{{id}}.example.com" },
  spec: {
    group: "g{{id}}.example.com",
    scope: "Namespaced",
    names: { plural: "boats", kind: "Boat" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties: { a: field } } },
      },
    ],
  },
});

/** Rules that fail, each with an expression for its message. */
function saying(random: Random): JsonObject {
  const expressions = new Expressions(random);
  const rules = random.times(4, 12, () => ({ rule: "self == 'x'", messageExpression: expressions.make() }));
  return { type: "string", default: "q", "x-kubernetes-validations": rules };
}

function withAmounts(random: Random): JsonObject {
  const resource = random.pick(["cpu", "memory", "ephemeral-storage", "example.com/x", "hugepages-2Mi"]);
  const resources = { [random.pick(["limits", "requests"])]: { [resource]: quantity(random) } };
  const volumes = [{ name: "v", emptyDir: { sizeLimit: quantity(random) } }];
  return {
    metadata: { name: "a-{{id}}" },
    spec: { containers: [{ name: "c", image: "i", resources }], volumes },
  };
}

function withAddresses(random: Random): JsonObject {
  const spec = { ports: [{ port: 80 }], type: "LoadBalancer" };
  const field = random.pick([
    { externalIPs: [address(random)] },
    { loadBalancerSourceRanges: [range(random)] },
  ]);
  return { metadata: { name: "a-{{id}}" }, spec: { ...spec, ...field } };
}
