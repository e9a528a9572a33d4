import type { HookAnswer } from "../../case.ts";
import { define } from "../definition.ts";
import { CRDS, type More, Scenario } from "../scenario.ts";

const GROUP = "{{id}}.example.com";
const at = (version: string): string => `/apis/${GROUP}/${version}/namespaces/{{ns}}/fails`;
const accept = (type: string): More => ({
  headers: { accept: `application/json;as=${type};v=v1;g=meta.k8s.io` },
});
const TABLE = accept("Table");
const PARTIALS = accept("PartialObjectMetadataList");

/** Answers for an object whose `spec.pick` selects one of them. It cannot be converted; others can. */
const ANSWERS: readonly HookAnswer[] = [
  { converts: { v1: [], v2: [] } },
  {
    text: JSON.stringify({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      response: { uid: "{{uid}}", result: { status: "Failure", message: "cannot today" } },
    }),
  },
  { status: 500, text: "oh" },
  { close: true },
];

const OPEN = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const version = (name: string) => ({
  name,
  served: true,
  storage: name === "v1",
  schema: { openAPIV3Schema: { type: "object", properties: { spec: OPEN, status: OPEN } } },
  subresources: {
    status: {},
    scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" },
  },
});

function begin(name: string): Scenario {
  const s = new Scenario(name);
  s.hook("convert", ...ANSWERS);
  define(s, "Fail", [version("v1"), version("v2")], {
    conversion: {
      strategy: "Webhook",
      webhook: {
        conversionReviewVersions: ["v1"],
        clientConfig: { url: "{{hooks}}/convert", caBundle: "{{caBundle}}" },
      },
    },
  });
  s.removes(`${CRDS}/fails.${GROUP}`);
  s.until(at("v1"));
  s.until(at("v2"));
  return s;
}

const object = (version: string, name: string, spec: object) => ({
  apiVersion: `${GROUP}/${version}`,
  kind: "Fail",
  metadata: { name },
  spec,
});

/** Writes of objects that cannot be converted to the stored version. All other errors are reported before. */
export function writes(): Scenario {
  const s = begin("converted-failing-writes");
  const good = `${at("v2")}/good`;
  s.post(at("v1"), object("v1", "good", { n: 1 }));
  for (const pick of [1, 2, 3]) {
    s.post(at("v2"), object("v2", "never", { n: 1, pick }));
    s.post(at("v2"), object("v2", "never", { n: 1, pick }), [["dryRun", "All"]]);
    s.post(at("v2"), object("v2", "Bad_Name", { n: 1, pick }));
    s.post(at("v2"), { ...object("v2", "x", { n: 1, pick }), metadata: { generateName: "g-" } });
    s.post(at("v2"), object("v2", "good", { n: 1, pick }));
    s.get(`${at("v1")}/never`);
    // Sallyport does not call a webhook again for a moment if it does not respond.
    s.until(good);
    s.patch("merge", good, { spec: { pick } });
    s.patch("merge", good, { spec: { pick } }, [["dryRun", "All"]]);
    s.patch("merge", good, { spec: { pick, n: "x" } });
    s.patch("merge", good, { spec: { pick }, metadata: { labels: { "a b": "c" } } });
    s.patch("merge", good, { spec: { pick }, metadata: { resourceVersion: "1" } });
    s.until(good);
    s.put(good, object("v2", "good", { pick }));
    s.put(`${at("v2")}/fresh`, object("v2", "fresh", { pick }));
    s.until(good);
    s.apply(good, object("v2", "good", { pick }), "m");
    s.apply(`${at("v2")}/fresh`, object("v2", "fresh", { pick }), "m");
    s.until(good);
    s.patch("merge", `${good}/status`, { status: { a: pick } });
    s.patch("merge", `${good}/scale`, { spec: { replicas: pick } });
    s.get(`${at("v1")}/good`);
  }
  return s;
}

/** Reads, changes and deletions of stored objects that cannot be converted to the version of the request. */
export function reads(): Scenario {
  const s = begin("converted-failing-reads");
  s.post(at("v1"), object("v1", "good", { n: 1 }));
  s.post(at("v2"), object("v2", "bad", { n: 1 }));
  s.patch("merge", `${at("v1")}/bad`, { spec: { pick: 1 } });
  const bad = `${at("v2")}/bad`;
  s.get(bad);
  s.get(bad, [], TABLE);
  s.get(`${bad}/status`);
  s.get(`${bad}/scale`);
  s.patch("merge", bad, { spec: { pick: null } });
  s.put(bad, object("v2", "bad", { n: 2 }));
  s.apply(bad, object("v2", "bad", { n: 3 }), "m");
  s.patch("merge", `${bad}/status`, { status: { n: 2 } });
  s.patch("merge", `${bad}/scale`, { spec: { replicas: 2 } });
  s.delete(bad, { dryRun: ["All"] });
  s.delete(bad);
  s.get(at("v1"));
  s.get(at("v2"));
  s.get(at("v2"), [["fieldSelector", "metadata.name=good"]]);
  s.get(at("v2"), [["fieldSelector", "metadata.name=bad"]]);
  s.get(at("v2"), [["fieldSelector", "metadata.name!=bad"]]);
  s.get(at("v2"), [["labelSelector", "a=b"]]);
  s.get(at("v2"), [], TABLE);
  s.get(at("v2"), [], PARTIALS);
  s.delete(at("v2"));
  s.delete(at("v2"), undefined, [["fieldSelector", "metadata.name=good"]]);
  s.watch(at("v1"), 2, [["resourceVersion", "0"]]);
  s.apply(`${at("v1")}/bad`, object("v1", "bad", { n: 3 }), "m");
  s.patch("merge", `${at("v1")}/bad`, { spec: { pick: null } });
  s.get(bad);
  s.delete(at("v2"));
  s.get(at("v1"));
  return s;
}
