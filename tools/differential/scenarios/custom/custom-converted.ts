import type { Converts } from "../../case.ts";
import { type More, type Scenario, TABLE } from "../scenario.ts";
import { at, begin, CONVERTS, CRDS, GROUP, LOSSY, NOTING, v1, v2 } from "./converted-kind.ts";

const PARTIAL = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
const PARTIALS = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

const accept = (type: string): More => ({ headers: { accept: type } });

function readAll(s: Scenario, name: string): void {
  for (const version of ["v1", "v2"]) s.get(`${at(version)}/${name}`);
}

/** Writes and reads of all sorts in both versions, through a webhook that converts well. */
function writes(name: string, converts: Converts | undefined): Scenario {
  const s = begin(name, converts);
  s.post(at("v1"), v1("a", { host: "a", port: 8, only1: "x" }));
  s.post(at("v2"), v2("b", { address: { host: "b", port: 8 }, only2: "y" }, { labels: { own: "1" } }));
  s.post(at("v2"), v2("c", { address: { host: "c", port: 800 } }));
  s.post(at("v1"), v1("d", { host: "d", port: 800 }));
  s.post(at("v2"), v1("e", { host: "e" }));
  s.post(at("v2"), v2("e", { host: "e", tags: ["a", "b", "a"] }));
  s.post(at("v2"), v2("e", { host: "unknown" }), [["fieldValidation", "Strict"]]);
  s.post(at("v2"), v2("e", { address: {}, tags: ["a"] }), [["dryRun", "All"]]);
  s.post(at("v2"), v2("e", { address: {}, tags: ["a"] }, {}, { status: { phase: "x" } }));
  s.post(at("v2"), v2("none"), [], accept(TABLE));
  s.post(at("v2"), { ...v2("generated"), metadata: { generateName: "gen-" } }, [["dryRun", "All"]]);
  for (const one of ["a", "b", "c", "e"]) readAll(s, one);
  for (const version of ["v1", "v2"]) {
    s.get(at(version));
    s.get(at(version), [["limit", "2"]]);
    s.get(at(version), [["labelSelector", "own=1"]]);
    s.get(at(version), [["labelSelector", "from=v1"]]);
    s.get(at(version), [["fieldSelector", "spec.host=a"]]);
    s.get(at(version), [["fieldSelector", "spec.address.host=a"]]);
    s.get(at(version), [["fieldSelector", "spec.address.host!=a"]]);
    for (const type of [TABLE, PARTIALS, "application/yaml"]) s.get(at(version), [], accept(type));
    for (const type of [TABLE, PARTIAL, "application/yaml"]) s.get(`${at(version)}/a`, [], accept(type));
    s.watch(at(version), 5, [["resourceVersion", "0"]]);
    s.watch(at(version), 2, [["fieldSelector", "spec.host=a"]]);
    s.watch(at(version), 2, [["fieldSelector", "spec.address.host=b"]]);
    s.watch(at(version), 2, [["labelSelector", "from=v1"]]);
  }
  s.patch("merge", `${at("v2")}/a`, { spec: { address: { port: 900 } } });
  s.patch("merge", `${at("v1")}/a`, { spec: { host: "again" } });
  s.patch("merge", `${at("v1")}/a`, { spec: { port: 7 } });
  s.patch("merge", `${at("v2")}/a`, { spec: { replicas: null, only2: null } });
  s.patch("merge", `${at("v2")}/a`, { spec: { address: null } });
  s.patch("merge", `${at("v2")}/a`, { metadata: { labels: { from: "mine", other: "x" } } });
  s.patch("merge", `${at("v2")}/a`, { metadata: { annotations: { from: null } } });
  s.patch("merge", `${at("v2")}/a`, {});
  // Objects that kube-apiserver stores through another version lack defaults; this write adds them.
  if (converts !== undefined) s.patch("merge", `${at("v1")}/a`, {});
  s.patch("json", `${at("v2")}/b`, [{ op: "test", path: "/spec/address/port", value: 8 }]);
  s.patch("json", `${at("v2")}/b`, [{ op: "add", path: "/spec/tags", value: ["x"] }]);
  s.patch("json", `${at("v1")}/b`, [{ op: "add", path: "/spec/words/-", value: "y" }]);
  s.patch("merge", `${at("v2")}/b/status`, { status: { phase: "Up", replicas: 3 } });
  s.patch("merge", `${at("v1")}/b/status`, { status: { size: 4, selector: "a=b" }, spec: { host: "no" } });
  s.get(`${at("v2")}/b/status`);
  for (const version of ["v1", "v2"]) {
    s.get(`${at(version)}/b/scale`);
    s.patch("merge", `${at(version)}/b/scale`, { spec: { replicas: version === "v1" ? 5 : 6 } });
    const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "b" } };
    s.put(`${at(version)}/b/scale`, { ...scale, spec: { replicas: 9 } });
    s.patch("merge", `${at(version)}/e/scale`, { spec: { replicas: 3 } }, [["dryRun", "All"]]);
    s.apply(`${at(version)}/e/scale`, { ...scale, spec: { replicas: 7 } }, "scaler");
    s.get(`${at(version)}/b/scale`, [], accept(TABLE));
  }
  readAll(s, "b");
  s.put(`${at("v2")}/c`, v2("c", { address: { host: "put" } }));
  s.send("PUT", `${at("v2")}/c`, v2("c"), {
    from: { step: "7", edits: [{ at: "/spec/address/host", set: "x" }] },
  });
  const got = s.get(`${at("v1")}/c`);
  s.send("PUT", `${at("v1")}/c`, v1("c"), { from: { step: got, edits: [{ at: "/spec/host", set: "y" }] } });
  s.send("PUT", `${at("v2")}/c`, v2("c"), { from: { step: got, edits: [] } });
  const other = s.get(`${at("v2")}/c`);
  s.send("PUT", `${at("v2")}/c`, v2("c"), { from: { step: other, edits: [] } });
  s.send("PUT", `${at("v2")}/c`, v2("c"), {
    from: { step: other, edits: [{ at: "/metadata/uid", set: "z" }] },
  });
  s.put(`${at("v2")}/new`, v2("new", { address: { host: "new" } }));
  s.delete(`${at("v2")}/a`, { dryRun: ["All"] });
  s.delete(`${at("v2")}/a`, { preconditions: { uid: "x" } });
  s.delete(`${at("v2")}/a`);
  s.delete(`${at("v2")}/b`, { propagationPolicy: "Foreground" });
  if (converts !== undefined) s.delete(`${at("v1")}/b`);
  readAll(s, "b");
  s.patch("merge", `${at("v2")}/b`, { metadata: { finalizers: null } });
  s.delete(at("v2"), undefined, [["fieldSelector", "spec.address.host=y"]]);
  s.delete(at("v1"), undefined, [["fieldSelector", "spec.address.host=y"]]);
  s.delete(at("v2"), undefined, [["dryRun", "All"]]);
  s.delete(at("v2"), { propagationPolicy: "Orphan" }, [], accept(PARTIALS));
  s.get(at("v1"));
  s.delete(at("v2"));
  return s;
}

export const converted = (): Scenario => writes("converted-writes", CONVERTS);
export const renamed = (): Scenario => writes("renamed-writes", undefined);
export const noting = (): Scenario => writes("converted-notes", NOTING);

/** Owners of fields in both versions. */
export function applied(): Scenario {
  const s = begin("converted-applies", CONVERTS);
  const url = (version: string): string => `${at(version)}/a`;
  s.apply(url("v1"), v1("a", { host: "one", words: ["a"] }), "first");
  s.apply(url("v2"), v2("a", { address: { host: "one" }, tags: ["b"] }), "second");
  s.apply(url("v2"), v2("a", { address: { host: "two" }, tags: ["b"] }), "second");
  s.apply(url("v2"), v2("a", { address: { host: "two" }, tags: ["b"] }), "second", true);
  s.apply(url("v1"), v1("a", { words: ["a"] }), "first");
  s.apply(url("v2"), v2("a", { tags: [] }), "second");
  readAll(s, "a");
  s.apply(url("v2"), v2("a", { replicas: 5, only2: "x" }), "first");
  s.apply(url("v1"), v1("a", { size: 6, only1: "x" }), "first", true);
  s.apply(url("v1"), v1("a", { size: 6, only1: "x" }), "third");
  s.apply(url("v2"), v2("a", { replicas: 7 }), "third");
  s.apply(url("v2"), v2("a", { replicas: 7 }), "third", true);
  s.apply(`${url("v2")}/status`, v2("a", {}, {}, { status: { replicas: 1 } }), "status");
  s.apply(`${url("v1")}/status`, v1("a", {}, {}, { status: { size: 2 } }), "other");
  s.apply(`${url("v1")}/status`, v1("a", {}, {}, { status: { size: 2 } }), "status");
  s.patch("merge", url("v1"), { spec: { host: "patched" } });
  s.patch("merge", url("v2"), { spec: { address: { host: "again" } } });
  s.patch("merge", `${url("v1")}/scale`, { spec: { replicas: 3 } });
  s.apply(url("v2"), v2("a", { replicas: 9 }), "third");
  s.apply(url("v2"), v1("a", { size: 9 }), "third");
  s.apply(url("v1"), v1("a", { port: 800 }), "fourth");
  s.apply(url("v2"), v2("a", { address: { port: 800 } }), "fourth");
  s.get(url("v1"));
  s.apply(url("v1"), v1("a", { only1: "y" }), "fifth");
  s.apply(`${at("v2")}/n`, v2("n", { tags: ["x", "x"] }), "first");
  s.apply(`${at("v2")}/n`, v2("n", { tags: ["x"] }, { labels: { l: "1" } }), "first");
  s.apply(`${at("v1")}/n`, v1("n", {}, { labels: null }), "first");
  readAll(s, "n");
  s.apply(`${at("v2")}/l`, v2("l", { tags: ["x"] }), "first");
  s.apply(`${at("v2")}/l`, v2("l", undefined, { labels: { l: "1" } }), "second");
  s.apply(`${at("v1")}/l`, v1("l"), "second");
  s.apply(`${at("v2")}/l`, v2("l", { replicas: 3 }, { annotations: { l: "1" } }), "third");
  s.apply(`${at("v1")}/l`, v1("l", undefined, { annotations: { k: "1" } }), "third");
  readAll(s, "l");
  s.patch("merge", url("v2"), { metadata: { managedFields: [{}] } });
  readAll(s, "a");
  return s;
}

/** Fields that the stored version does not have: they are checked, count as a change, and get lost. */
export function lossy(): Scenario {
  const s = begin("converted-lossy", LOSSY);
  const url = (version: string): string => `${at(version)}/a`;
  s.post(at("v2"), v2("bad", { only2: "too long" }));
  s.post(at("v2"), v2("bad", { max2: 9 }));
  s.post(at("v2"), v2("bad", { max2: 4 }));
  s.post(at("v2"), v2("bad", { max2: "x" }));
  s.post(at("v2"), v2("a", { max2: 3, only2: "x" }));
  readAll(s, "a");
  s.patch("merge", url("v2"), { spec: { max2: 2 } });
  s.patch("merge", url("v2"), { spec: { max2: 4 } });
  s.patch("merge", url("v2"), { spec: { max2: 6 } });
  s.patch("merge", url("v2"), { spec: { only2: "y" } });
  s.patch("merge", url("v2"), { spec: { only2: null } });
  s.patch("merge", url("v2"), {});
  s.patch("merge", url("v1"), { spec: { only1: "z" } });
  s.patch("merge", url("v2"), { metadata: { labels: { a: "b" } } });
  s.patch("merge", url("v2"), { spec: { only2: "long one" } });
  s.patch("json", url("v2"), [{ op: "add", path: "/spec/max2", value: 1 }], [["dryRun", "All"]]);
  s.apply(url("v2"), v2("a", { only2: "q" }), "m");
  s.apply(url("v2"), v2("a", { only2: "q", max2: 3 }), "m");
  s.apply(url("v2"), v2("a", { only2: "much too long" }), "m");
  s.apply(url("v2"), v2("a", { only2: "q" }), "n");
  s.apply(url("v1"), v1("a", { only1: "q" }), "n");
  s.apply(url("v1"), v1("a", { only1: "r" }), "m", true);
  s.put(url("v2"), v2("a", { only2: "p" }));
  const got = s.get(url("v2"));
  s.send("PUT", url("v2"), v2("a"), { from: { step: got, edits: [{ at: "/spec/max2", set: 3 }] } });
  s.send("PUT", url("v2"), v2("a"), { from: { step: got, edits: [{ at: "/spec/only2", set: "too long" }] } });
  const status = `${url("v2")}/status`;
  s.patch("merge", status, { status: { only2: "x", phase: "p" } });
  s.patch("merge", status, { status: { only2: "too long" } });
  s.patch("merge", status, { status: { only2: "y", phase: "q" } });
  s.patch("merge", status, { status: { only2: "y", phase: "r" }, spec: { max2: 9 } });
  s.apply(status, v2("a", {}, {}, { status: { only2: "z" } }), "s");
  s.patch("merge", url("v1"), { spec: { host: "h" } });
  s.patch("merge", `${url("v2")}/scale`, { spec: { replicas: 4 } });
  readAll(s, "a");
  s.watch(at("v2"), 1, [["resourceVersion", "0"]]);
  s.patch("merge", url("v2"), { metadata: { finalizers: ["example.com/x"] } });
  s.delete(url("v2"));
  s.patch("merge", url("v2"), { spec: { only2: "w", max2: 1 } });
  s.patch("merge", url("v2"), { metadata: { finalizers: null }, spec: { only2: "v" } });
  return s;
}

/**
 * Deletions through another version that wait for a finalizer. The object is then written with the fields of that
 * version only.
 */
function removals(name: string, converts: Converts | undefined): Scenario {
  const s = begin(name, converts);
  const held = { finalizers: ["example.com/x"] };
  const removed = (name: string, remove: () => void): void => {
    s.get(at("v2"), [], { silent: true });
    remove();
    readAll(s, name);
  };
  s.post(at("v1"), v1("a", { host: "h", only1: "x" }, held));
  removed("a", () => s.delete(`${at("v2")}/a`));
  s.post(at("v1"), v1("b", { host: "h", only1: "x" }));
  removed("b", () => s.delete(`${at("v2")}/b`, { propagationPolicy: "Foreground" }));
  s.post(at("v1"), v1("c", { host: "h", only1: "x" }, held));
  removed("c", () => s.delete(at("v2"), undefined, [["fieldSelector", "metadata.name=c"]]));
  s.post(at("v1"), v1("d", { host: "h", only1: "x" }, held));
  removed("d", () => s.delete(`${at("v2")}/d`, { dryRun: ["All"] }));
  removed("d", () => s.delete(`${at("v1")}/d`));
  removed("c", () => s.patch("merge", `${at("v2")}/c`, { metadata: { finalizers: null } }));
  return s;
}

export const removed = (): Scenario => removals("converted-removals", LOSSY);
export const renamedRemoved = (): Scenario => removals("renamed-removals", undefined);

/** The stored version changes, and versions are added and removed, while there are objects. */
export function stored(): Scenario {
  const s = begin("converted-stored", CONVERTS);
  const crd = `${CRDS}/ports.${GROUP}`;
  s.post(at("v1"), v1("a", { host: "a", only1: "x" }));
  s.post(at("v2"), v2("b", { address: { host: "b" }, only2: "y" }));
  s.apply(`${at("v1")}/a`, v1("a", { words: ["w"] }), "m");
  s.patch("json", crd, [
    { op: "replace", path: "/spec/versions/0/storage", value: false },
    { op: "replace", path: "/spec/versions/1/storage", value: true },
  ]);
  s.get(crd);
  readAll(s, "a");
  readAll(s, "b");
  s.post(at("v1"), v1("c", { host: "c", only1: "x" }));
  s.post(at("v2"), v2("d", { address: { host: "d" }, only2: "y" }));
  s.patch("merge", `${at("v1")}/a`, { spec: { words: ["x"] } });
  s.patch("merge", `${at("v1")}/b`, {});
  s.patch("merge", `${at("v2")}/b/scale`, { spec: { replicas: 3 } });
  for (const name of ["a", "b", "c", "d"]) readAll(s, name);
  s.get(at("v1"));
  s.get(at("v2"));
  s.patch("json", crd, [{ op: "replace", path: "/spec/versions/0/served", value: false }]);
  s.until(at("v1"), 404);
  s.until(at("v2"));
  s.get(at("v2"));
  s.patch("merge", `${at("v2")}/a`, { spec: { only2: "z" } });
  s.apply(`${at("v2")}/a`, v2("a", { tags: ["n"] }), "m");
  s.patch("json", crd, [{ op: "replace", path: "/spec/conversion", value: { strategy: "None" } }]);
  s.get(`${at("v2")}/c`);
  s.patch("json", crd, [{ op: "remove", path: "/spec/versions/0" }]);
  s.patch("merge", `${crd}/status`, { status: { storedVersions: ["v2"] } });
  s.patch("json", crd, [{ op: "remove", path: "/spec/versions/0" }]);
  s.until(`${at("v2")}/d`);
  s.get(`${at("v2")}/a`);
  s.delete(at("v2"));
  return s;
}
