import { patched, review } from "../admission/review-answers.ts";
import { definitionOf } from "../definition.ts";
import { CRDS, REG, Scenario } from "../scenario.ts";

const WIDGETS = "/apis/{{id}}.example.com/v1/namespaces/{{ns}}/widgets";
const OLDER = "/apis/{{id}}.example.com/v1alpha1/namespaces/{{ns}}/widgets";
const API = "{{id}}.example.com/v1";

const definition = definitionOf("Widget", [
  version("v1", true, {
    size: { type: "integer", default: 1 },
    mode: { type: "string", enum: ["a", "b"] },
  }),
  version("v1alpha1", false, { size: { type: "integer" } }),
]);

function version(name: string, storage: boolean, spec: object) {
  // The reference stores a status of another kind with unknown fields, and drops them when it reads the object.
  const status = { type: "object", properties: { x: { type: "integer" } } };
  const properties = { spec: { type: "object", properties: spec }, status };
  return {
    name,
    served: true,
    storage,
    subresources: { status: {} },
    schema: { openAPIV3Schema: { type: "object", properties } },
  };
}

const patching = (...list: object[]) => patched(list);

function begin(name: string, ...mutating: ReturnType<typeof review>[]): Scenario {
  const s = new Scenario(name);
  s.hook("m", ...mutating);
  s.hook("v", review({ allowed: true }));
  s.post(CRDS, definition);
  s.until(WIDGETS);
  s.removes(`${CRDS}/widgets.{{id}}.example.com`);
  s.post(WIDGETS, {
    apiVersion: API,
    kind: "Widget",
    metadata: { name: "old", labels: { a: "b" } },
    spec: { size: 3 },
  });
  for (const [phase, hook] of [
    ["mutating", "m"],
    ["validating", "v"],
  ]) {
    const webhook = {
      name: `${hook}.example.com`,
      clientConfig: { url: `{{hooks}}/${hook}`, caBundle: "{{caBundle}}" },
      rules: [
        { apiGroups: ["{{id}}.example.com"], apiVersions: ["v1"], resources: ["*"], operations: ["*"] },
      ],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
    };
    s.post(`${REG}/${phase}webhookconfigurations`, {
      metadata: { name: `${hook}-{{id}}` },
      webhooks: [webhook],
    });
    s.removes(`${REG}/${phase}webhookconfigurations/${hook}-{{id}}`);
  }
  s.settle("webhooks");
  return s;
}

/**
 * Bodies of another kind with every verb: the objects that webhooks receive, and the errors that remain after a
 * webhook's patch.
 */
function sendAll(s: Scenario): Scenario {
  const gadget = (name: string, more: object = {}) => ({
    apiVersion: API,
    kind: "Gadget",
    metadata: { name },
    ...more,
  });
  s.post(WIDGETS, gadget("a"));
  s.post(WIDGETS, gadget("b", { spec: { size: 2, other: 1 }, status: { x: 1 } }));
  s.post(WIDGETS, gadget("b2", { spec: { size: "no" } }));
  s.post(WIDGETS, { apiVersion: API, kind: "Gadget", metadata: { generateName: "c-" } });
  s.post(WIDGETS, gadget("d", { spec: { size: 2 } }), [["dryRun", "All"]]);
  s.post(WIDGETS, gadget("e", { spec: { size: 2, other: 1 } }), [["fieldValidation", "Strict"]]);
  s.post(WIDGETS, gadget("f", { extra: 1 }), [["fieldValidation", "Ignore"]]);
  s.post(WIDGETS, gadget("Wrong_Name"));
  s.post(OLDER, { ...gadget("g"), apiVersion: "{{id}}.example.com/v1alpha1" });
  s.post(WIDGETS, gadget("h", { kind: "WidgetList" }));
  s.post(WIDGETS, gadget("i", { kind: "Status", apiVersion: "v1" }));
  s.post(WIDGETS, gadget("j", { apiVersion: "other.example.com/v1" }));
  s.post(WIDGETS, gadget("old"));
  s.put(`${WIDGETS}/old`, gadget("old", { spec: { size: 4 } }));
  const old = s.get(`${WIDGETS}/old`);
  const newest = { name: "old", resourceVersion: `{{=${old}:/metadata/resourceVersion}}` };
  s.put(`${WIDGETS}/old`, gadget("old", { metadata: newest, spec: { size: 4, other: 1 } }));
  s.put(`${WIDGETS}/old/status`, gadget("old", { metadata: newest, status: { x: 1 } }));
  s.put(`${WIDGETS}/old/status`, gadget("old", { status: {} }));
  s.put(`${WIDGETS}/new`, gadget("new"));
  s.put(`${OLDER}/old`, { ...gadget("old"), apiVersion: "{{id}}.example.com/v1alpha1" });
  s.patch("merge", `${WIDGETS}/old`, { kind: "Gadget", spec: { size: 5 } });
  s.patch("merge", `${WIDGETS}/old/status`, { kind: "Gadget" });
  s.patch("json", `${WIDGETS}/old`, [{ op: "replace", path: "/kind", value: "Gadget" }]);
  s.apply(`${WIDGETS}/old`, gadget("old"), "x");
  s.apply(`${WIDGETS}/fresh`, gadget("fresh"), "x");
  s.get(WIDGETS);
  return s;
}

export const otherKinds = (): Scenario =>
  sendAll(begin("custom-other-kinds-seen", review({ allowed: true })));

export const otherKindsPatched = (): Scenario =>
  sendAll(
    begin(
      "custom-other-kinds-patched",
      patching({ op: "add", path: "/metadata/labels", value: { seen: "yes" } }),
    ),
  );

export const otherKindsRefused = (): Scenario =>
  sendAll(begin("custom-other-kinds-refused", review({ allowed: false, status: { message: "no" } })));

const MADE: readonly (readonly object[])[] = [
  [{ op: "replace", path: "/kind", value: "Gadget" }],
  [
    { op: "replace", path: "/kind", value: "Gadget" },
    { op: "add", path: "/spec/other", value: 1 },
  ],
  [{ op: "replace", path: "/kind", value: "WidgetList" }],
  [{ op: "replace", path: "/apiVersion", value: "{{id}}.example.com/v1alpha1" }],
  [{ op: "replace", path: "/apiVersion", value: "{{id}}.example.com/v7" }],
  [{ op: "replace", path: "/apiVersion", value: "other.example.com/v1" }],
  [
    { op: "replace", path: "/apiVersion", value: "v1" },
    { op: "replace", path: "/kind", value: "ConfigMap" },
  ],
  [{ op: "remove", path: "/kind" }],
  [{ op: "remove", path: "/apiVersion" }],
  [{ op: "replace", path: "/kind", value: "" }],
];

/** Patches of webhooks that change a valid kind or version: of new objects, then of an old one. */
export function otherKindsMade(): Scenario {
  const s = begin(
    "custom-other-kinds-made",
    ...MADE.flatMap((list) => [patching(...list), patching(...list)]),
  );
  for (const [i] of MADE.entries()) {
    s.post(WIDGETS, { apiVersion: API, kind: "Widget", metadata: { name: `w${i}` }, spec: { size: 2 } });
    s.patch("merge", `${WIDGETS}/old`, { spec: { size: i + 10 } });
  }
  s.get(WIDGETS);
  return s;
}

/** A webhook that changes the kind itself. */
export const otherKindsGiven = (): Scenario =>
  sendAll(begin("custom-other-kinds-given", patching({ op: "replace", path: "/kind", value: "Gadget" })));
