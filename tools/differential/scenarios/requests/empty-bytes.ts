import { REQUESTS } from "../access/certificates-data.ts";
import { CRDS, NS, Scenario } from "../scenario.ts";

const HOOKS = "/apis/admissionregistration.k8s.io/v1";
const CERTIFICATES = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const REVISION = "/apis/apps/v1/namespaces/{{ns}}/controllerrevisions";

/** Values in place of bytes: none, null, an empty text, bytes, and texts that are not base64. */
const VALUES = [undefined, null, "", "YQ==", "YR==", "YQ", "\n", "Y Q==", " ", 5];

interface Place {
  readonly all: string;
  /** An object with this value where its bytes are; `round` gives it another name. */
  readonly object: (value: unknown, name: string) => object;
  readonly name?: string;
  readonly path: readonly string[];
  readonly subresource?: string;
}

const at = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => (/^\d+$/.test(name) ? [inner] : { [name]: inner }), value);

/** Bytes of one place in every form: creates, updates and patches of all sorts, each twice. */
function tryPlace(s: Scenario, { all, object, name = "b", path, subresource }: Place): void {
  for (const value of VALUES) s.post(all, object(value, name), [["dryRun", "All"]]);
  s.post(all, object(undefined, name));
  const one = `${all}/${name}${subresource ?? ""}`;
  for (const value of [...VALUES, "", "YQ==", "", null, "", undefined, ""]) {
    const patch = at(path, value) as object;
    const lists = path.some((part) => /^\d+$/.test(part));
    for (let twice = 0; twice < 2; twice++) if (!lists) s.patch("merge", one, patch);
    if (!lists) s.patch("strategic", one, patch);
    if (value !== undefined)
      for (const op of ["add", "replace"])
        s.patch("json", one, [{ op, path: `/${path.map((p) => p.replace("/", "~1")).join("/")}`, value }]);
    s.put(one, object(value, name));
    s.put(one, object(value, name));
    s.apply(one, object(value, name), "m", true);
    s.apply(one, object(value, name), "m", true);
    s.get(`${all}/${name}`);
  }
  s.delete(`${all}/${name}`);
}

const meta = (apiVersion: string, kind: string, name: string) => ({ apiVersion, kind, metadata: { name } });

/** Secrets and ConfigMaps whose values are empty. */
export function emptyBytesOfMaps(): Scenario {
  const s = new Scenario("empty-bytes-maps");
  tryPlace(s, {
    all: `${NS}/secrets`,
    object: (value, name) => ({ ...meta("v1", "Secret", name), data: { a: value } }),
    path: ["data", "a"],
  });
  tryPlace(s, {
    all: `${NS}/configmaps`,
    object: (value, name) => ({ ...meta("v1", "ConfigMap", name), binaryData: { a: value } }),
    path: ["binaryData", "a"],
  });
  return s;
}

/** Bundles of authorities of webhooks and definitions that are empty. */
export function emptyBundles(): Scenario {
  const s = new Scenario("empty-bytes-bundles");
  for (const [plural, kind] of [
    ["validatingwebhookconfigurations", "ValidatingWebhookConfiguration"],
    ["mutatingwebhookconfigurations", "MutatingWebhookConfiguration"],
  ] as const) {
    const object = (value: unknown, name: string) => ({
      ...meta("admissionregistration.k8s.io/v1", kind, name),
      webhooks: [
        {
          name: "a.example.com",
          clientConfig: { url: "https://localhost:1/a", caBundle: value },
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
        },
      ],
    });
    tryPlace(s, {
      all: `${HOOKS}/${plural}`,
      object,
      name: "b-{{id}}",
      path: ["webhooks", "0", "clientConfig", "caBundle"],
    });
  }
  const group = "{{id}}.example.com";
  tryPlace(s, {
    all: CRDS,
    name: `boats.${group}`,
    object: (value, name) => ({
      ...meta("apiextensions.k8s.io/v1", "CustomResourceDefinition", name),
      spec: {
        group,
        scope: "Namespaced",
        names: { plural: "boats", singular: "boat", kind: "Boat", listKind: "BoatList" },
        versions: [
          { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } },
        ],
        conversion: {
          strategy: "Webhook",
          webhook: {
            conversionReviewVersions: ["v1"],
            clientConfig: { url: "https://localhost:1/a", caBundle: value },
          },
        },
      },
    }),
    path: ["spec", "conversion", "webhook", "clientConfig", "caBundle"],
  });
  tryPlace(s, {
    all: "/apis/apiregistration.k8s.io/v1/apiservices",
    name: `v1.x.${group}`,
    object: (value, name) => ({
      ...meta("apiregistration.k8s.io/v1", "APIService", name),
      spec: {
        group: `x.${group}`,
        version: "v1",
        groupPriorityMinimum: 5,
        versionPriority: 5,
        service: { namespace: "default", name: "none-{{id}}" },
        caBundle: value,
      },
    }),
    path: ["spec", "caBundle"],
  });
  return s;
}

/** Requests for certificates: empty requests, and empty certificates. */
export function emptyCertificates(): Scenario {
  const s = new Scenario("empty-bytes-certificates");
  const base = {
    request: REQUESTS.plain,
    signerName: "a.example.com/b",
    usages: ["digital signature"],
  };
  const kind = ["certificates.k8s.io/v1", "CertificateSigningRequest"] as const;
  tryPlace(s, {
    all: CERTIFICATES,
    name: "b-{{id}}",
    object: (value, name) => ({ ...meta(...kind, name), spec: { ...base, request: value ?? base.request } }),
    path: ["spec", "request"],
  });
  for (const subresource of ["/status", "/approval"])
    tryPlace(s, {
      all: CERTIFICATES,
      name: "b-{{id}}",
      object: (value, name) => ({ ...meta(...kind, name), spec: base, status: { certificate: value } }),
      path: ["status", "certificate"],
      subresource,
    });
  return s;
}

/** Data of any sort, which is no text of bytes. */
export function emptyRevisions(): Scenario {
  const s = new Scenario("empty-bytes-revisions");
  tryPlace(s, {
    all: REVISION,
    object: (value, name) => ({
      ...meta("apps/v1", "ControllerRevision", name),
      revision: 1,
      data: value,
    }),
    path: ["data"],
  });
  return s;
}
