import type { Converts } from "../../case.ts";
import { Scenario } from "../scenario.ts";

export const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
export const GROUP = "{{id}}.example.com";
export const at = (version: string): string => `/apis/${GROUP}/${version}/namespaces/{{ns}}/ports`;
const LABEL = "/metadata/labels/from";
const NOTE = "/metadata/annotations/from";

/** The older version has flat fields, the newer one nested ones, with other names. */
export const CONVERTS: Converts = {
  v1: [
    ["/spec/address/host", "/spec/host"],
    ["/spec/address/port", "/spec/port"],
    ["/spec/address", ""],
    ["/spec/replicas", "/spec/size"],
    ["/spec/tags", "/spec/words"],
    ["/status/replicas", "/status/size"],
  ],
  v2: [
    ["/spec/host", "/spec/address/host"],
    ["/spec/port", "/spec/address/port"],
    ["/spec/size", "/spec/replicas"],
    ["/spec/words", "/spec/tags"],
    ["/status/size", "/status/replicas"],
  ],
};
/** `CONVERTS` that also records the conversion in labels and annotations. */
export const NOTING: Converts = {
  v1: [...(CONVERTS.v1 ?? []), ["", LABEL, "v2"], ["", NOTE, "v2"]],
  v2: [...(CONVERTS.v2 ?? []), ["", LABEL, "v1"], ["", NOTE, "v1"]],
};
/** `CONVERTS` that drops the fields that a version does not have, as a program with types does. */
export const LOSSY: Converts = {
  v1: [...(CONVERTS.v1 ?? []), ...["/spec/only2", "/spec/max2", "/status/only2"].map(dropped)],
  v2: [...(CONVERTS.v2 ?? []), dropped("/spec/only1")],
};
function dropped(at: string): readonly [string, string] {
  return [at, ""];
}

export const object = <T extends object>(
  properties: T,
): { readonly type: string; readonly properties: T } => ({
  type: "object",
  properties,
});
const integer = (more: object = {}): object => ({ type: "integer", ...more });
const TEXTS = { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" };

function versions(): object[] {
  const v1 = object({
    spec: object({
      host: { type: "string", maxLength: 10 },
      port: integer({ maximum: 100, default: 80 }),
      size: integer({ default: 1 }),
      words: TEXTS,
      only1: { type: "string" },
    }),
    status: object({ size: integer(), selector: { type: "string" }, phase: { type: "string" } }),
  });
  const v2 = object({
    spec: object({
      address: object({
        host: { type: "string", maxLength: 20 },
        port: integer({ maximum: 1000, default: 443 }),
      }),
      replicas: integer({ default: 2 }),
      tags: TEXTS,
      only2: { type: "string", default: "two", maxLength: 5 },
      max2: integer({ maximum: 5 }),
    }),
    status: object({
      replicas: integer(),
      selector: { type: "string" },
      phase: { type: "string" },
      only2: { type: "string", maxLength: 5 },
    }),
  });
  const rules = [
    {
      rule: "!has(self.max2) || !has(oldSelf.max2) || self.max2 >= oldSelf.max2",
      message: "max2 may not shrink",
    },
    { rule: "!has(self.max2) || self.max2 != 4", message: "not 4" },
  ];
  Object.assign(v2.properties.spec, { "x-kubernetes-validations": rules });
  const scale = (spec: string, status: string) => ({
    status: {},
    scale: {
      specReplicasPath: spec,
      statusReplicasPath: status,
      labelSelectorPath: ".status.selector",
    },
  });
  return [
    {
      name: "v1",
      served: true,
      storage: true,
      schema: { openAPIV3Schema: v1 },
      subresources: scale(".spec.size", ".status.size"),
      selectableFields: [{ jsonPath: ".spec.host" }],
      additionalPrinterColumns: [{ name: "Host", type: "string", jsonPath: ".spec.host" }],
    },
    {
      name: "v2",
      served: true,
      storage: false,
      schema: { openAPIV3Schema: v2 },
      subresources: scale(".spec.replicas", ".status.replicas"),
      selectableFields: [{ jsonPath: ".spec.address.host" }],
      additionalPrinterColumns: [
        { name: "Address", type: "string", jsonPath: ".spec.address.host" },
        { name: "Two", type: "string", jsonPath: ".spec.only2" },
      ],
    },
  ];
}

/** The definition of the kind. Its objects are converted by `converts`; undefined: only their apiVersion changes. */
export function begin(name: string, converts: Converts | undefined): Scenario {
  const s = new Scenario(name);
  if (converts !== undefined) s.hook("convert", { converts });
  s.post(CRDS, {
    metadata: { name: `ports.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural: "ports", singular: "port", kind: "Port", listKind: "PortList" },
      versions: versions(),
      ...(converts === undefined ? {} : { conversion: BY_WEBHOOK }),
    },
  });
  s.removes(`${CRDS}/ports.${GROUP}`);
  s.until(at("v1"));
  s.until(at("v2"));
  return s;
}

const BY_WEBHOOK = {
  strategy: "Webhook",
  webhook: {
    conversionReviewVersions: ["v1"],
    clientConfig: { url: "{{hooks}}/convert", caBundle: "{{caBundle}}" },
  },
};

export const v1 = (name: string, spec: object = {}, meta: object = {}, more: object = {}) => ({
  apiVersion: `${GROUP}/v1`,
  kind: "Port",
  metadata: { name, ...meta },
  spec,
  ...more,
});
export const v2 = (name: string, spec: object = {}, meta: object = {}, more: object = {}) => ({
  ...v1(name, spec, meta, more),
  apiVersion: `${GROUP}/v2`,
});
