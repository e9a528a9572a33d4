import { CRDS, Scenario } from "../scenario.ts";

const ROOT = "/apis/{{id}}.example.com/v1/namespaces/{{ns}}";

const open = { type: "object" };
const inner = {
  type: "object",
  properties: {
    e: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
  },
};
/** Kinds by the schemas of their spec and status, and whether status is a subresource. */
const SCHEMAS = [
  { kind: "Bare", spec: open, status: open, subresource: true },
  { kind: "Filled", spec: open, status: { type: "object", default: {} }, subresource: true },
  {
    kind: "Deep",
    spec: open,
    status: { properties: { r: { type: "integer", default: 3 } } },
    subresource: true,
  },
  { kind: "Plain", spec: open, status: { type: "object", default: {} }, subresource: false },
  { kind: "Inner", spec: inner, status: open, subresource: true },
] as const;

const body = { apiVersion: "v1", kind: "X" };
/** Applies and merge patches that are lost, fully or in part, when the object is read again. */
const WRITES: readonly (readonly ["apply" | "merge", string, object])[] = [
  ["apply", "/status", { spec: { c: "x" } }],
  ["apply", "", { spec: { c: "x" } }],
  ["apply", "/status", { status: { c: "x" } }],
  ["merge", "/status", { status: { c: "x" } }],
  ["apply", "/status", { status: null }],
  ["apply", "", { spec: null }],
  ["apply", "", { spec: { c: null } }],
  ["merge", "", {}],
  ["merge", "/status", {}],
];
const INNER_WRITES: typeof WRITES = [
  ["apply", "", { spec: { e: { ...body, metadata: { labels: null, annotations: { a: null } } } } }],
  ["apply", "", { spec: { e: { ...body, metadata: { annotations: {} } } } }],
  ["apply", "", { spec: { e: { ...body, metadata: { generation: 0 } } } }],
  ["merge", "", { spec: { e: { metadata: { labels: null, annotations: { a: null } } } } }],
];

/**
 * Tests if a write changes the object: the stored object may have more or fewer fields than a read returns. Each
 * write is sent twice, followed by one without a change.
 */
export function stored(): Scenario {
  const s = new Scenario("custom-stored");
  for (const { kind, spec, status, subresource } of SCHEMAS) {
    const plural = `${kind.toLowerCase()}s`;
    const schema = {
      openAPIV3Schema: { type: "object", properties: { spec, status: { type: "object", ...status } } },
    };
    s.post(CRDS, {
      metadata: { name: `${plural}.{{id}}.example.com` },
      spec: {
        group: "{{id}}.example.com",
        scope: "Namespaced",
        names: { plural, kind },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema,
            ...(subresource ? { subresources: { status: {} } } : {}),
          },
        ],
      },
    });
    s.until(`${ROOT}/${plural}`);
    s.removes(`${CRDS}/${plural}.{{id}}.example.com`);
    const writes = kind === "Inner" ? [...WRITES, ...INNER_WRITES] : WRITES;
    for (const [i, [type, suffix, change]] of writes.entries()) {
      const type_ = { apiVersion: "{{id}}.example.com/v1", kind };
      const object = `${ROOT}/${plural}/a${i}`;
      const applied = { ...type_, ...change, metadata: { name: `a${i}` } };
      s.post(`${ROOT}/${plural}`, {
        ...type_,
        metadata: { name: `a${i}` },
        spec: { c: "x", e: { ...body } },
      });
      for (let turn = 0; turn < 2; turn++)
        if (type === "apply") s.apply(`${object}${suffix}`, applied, "m", true);
        else s.patch("merge", `${object}${suffix}`, change);
      s.patch("merge", object, {});
      s.get(object);
    }
  }
  return s;
}

/** Metadata of a wrong type in an apply, alone and together with an invalid embedded resource. */
export function wrongMetadata(): Scenario {
  const s = new Scenario("custom-stored-metadata");
  s.post(CRDS, {
    metadata: { name: "boats.{{id}}.example.com" },
    spec: {
      group: "{{id}}.example.com",
      scope: "Namespaced",
      names: { plural: "boats", kind: "Boat" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: inner } }],
    },
  });
  s.until(`${ROOT}/boats`);
  s.removes(`${CRDS}/boats.{{id}}.example.com`);
  for (const [i, wrong] of [
    { deletionGracePeriodSeconds: 1.5 },
    { deletionGracePeriodSeconds: 1e20 },
    { creationTimestamp: "x" },
    { deletionTimestamp: "x", deletionGracePeriodSeconds: 1.5 },
    { generation: 1e20 },
  ].entries()) {
    for (const [j, metadata] of [undefined, { creationTimestamp: "x" }, { generation: 1e20 }].entries()) {
      const name = `a${i}-${j}`;
      const applied = { apiVersion: "{{id}}.example.com/v1", kind: "Boat", metadata: { ...wrong, name } };
      const more = metadata === undefined ? {} : { e: { ...body, metadata } };
      s.apply(`${ROOT}/boats/${name}`, { ...applied, ...more }, "m");
      s.apply(`${ROOT}/boats/${name}`, { ...applied, ...more }, "n");
      s.get(`${ROOT}/boats/${name}`);
    }
  }
  return s;
}
