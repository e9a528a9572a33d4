import type { Json } from "../../../../src/json/value.ts";
import { Scenario } from "../scenario.ts";

const PODS = "/api/v1/namespaces/{{ns}}/pods";
type Grace = number | null;

/** Sequences of deletes by their grace period in seconds; null: none given. */
const SEQUENCES: readonly (readonly Grace[])[] = [
  [null, null],
  [30, 10],
  [30, 30],
  [30, 60],
  [30, 1],
  [30, 0],
  [30, -1],
  [5, null, 3],
  [10, 1, 1, 0],
  [1, 2],
  [0],
  [-5],
  [60, null],
];
const body = (grace: Grace): Json => (grace === null ? {} : { gracePeriodSeconds: grace });
const pod = (name: string, more: Record<string, Json> = {}, finalizers: string[] = []): Json => ({
  metadata: { name, finalizers },
  spec: { nodeName: "node", containers: [{ name: "c", image: "i" }], ...more },
});

/** Pods on a node are deleted by their node. Repeated deletes can only shorten the grace period. */
export function graceful(): Scenario {
  const s = new Scenario("graceful-pods");
  for (const [i, sequence] of SEQUENCES.entries())
    for (const [sort, finalizers] of [
      ["f", ["example.com/x"]],
      ["p", []],
    ] as const) {
      const name = `${sort}${i}`;
      s.post(PODS, pod(name, i % 3 === 0 ? { terminationGracePeriodSeconds: i } : {}, [...finalizers]));
      for (const grace of sequence) {
        s.delete(`${PODS}/${name}`, body(grace), [["dryRun", "All"]]);
        s.delete(`${PODS}/${name}`, body(grace));
        s.patch("merge", `${PODS}/${name}`, { metadata: { labels: { a: String(grace) } } });
      }
      s.delete(`${PODS}/${name}`, { preconditions: { uid: "other" } });
      s.patch("merge", `${PODS}/${name}`, {
        metadata: { deletionGracePeriodSeconds: 77, deletionTimestamp: null },
      });
      s.patch("merge", `${PODS}/${name}`, { metadata: { finalizers: ["example.com/x", "example.com/y"] } });
      s.patch("merge", `${PODS}/${name}/status`, { status: { phase: "Succeeded" } });
      s.delete(`${PODS}/${name}`);
      s.patch("merge", `${PODS}/${name}`, { metadata: { finalizers: null } });
      s.get(`${PODS}/${name}`);
      s.delete(`${PODS}/${name}`, { gracePeriodSeconds: 0 });
      s.get(`${PODS}/${name}`);
    }
  for (const phase of ["Pending", "Running", "Failed", "Succeeded", "Unknown"]) {
    const at = `${PODS}/${phase.toLowerCase()}`;
    s.post(PODS, pod(phase.toLowerCase()));
    s.patch("merge", `${at}/status`, { status: { phase } });
    s.delete(at, {}, [["gracePeriodSeconds", "7"]]);
    s.delete(at, { gracePeriodSeconds: 3 }, [["gracePeriodSeconds", "2"]]);
    s.get(at);
  }
  s.post(PODS, { metadata: { name: "free" }, spec: { containers: [{ name: "c", image: "i" }] } });
  s.delete(`${PODS}/free`, { gracePeriodSeconds: 20 });
  s.get(`${PODS}/free`);
  for (const policy of ["Foreground", "Orphan", "Background"]) {
    const name = policy.toLowerCase();
    s.post(PODS, pod(name));
    s.delete(`${PODS}/${name}`, { propagationPolicy: policy, gracePeriodSeconds: 15 });
    s.delete(`${PODS}/${name}`, { propagationPolicy: "Orphan" });
    s.delete(`${PODS}/${name}`, { propagationPolicy: "Foreground", gracePeriodSeconds: 0 });
    s.patch("merge", `${PODS}/${name}`, { metadata: { finalizers: null } });
    s.get(`${PODS}/${name}`);
  }
  for (const name of ["c1", "c2"]) s.post(PODS, pod(name));
  s.delete(PODS, { gracePeriodSeconds: 12 }, [["fieldSelector", "metadata.name=c1"]]);
  s.delete(PODS, { gracePeriodSeconds: 4 });
  s.get(PODS);
  s.delete(PODS, { gracePeriodSeconds: 0 });
  s.get(PODS);
  return s;
}
