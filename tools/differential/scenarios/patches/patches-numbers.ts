import { Scenario } from "../scenario.ts";

const LEASES = "/apis/coordination.k8s.io/v1/namespaces/{{ns}}/leases";
const NUMBERS = ["2.0", "1e0", "30e-1", "-0.0", "1.5", "1e20", "7"];

/** Integers that are written as floats: where a decoder reads text, they are none. */
export function numbers(): Scenario {
  const s = new Scenario("patches-numbers");
  s.post(LEASES, { metadata: { name: "a" }, spec: { leaseDurationSeconds: 1, leaseTransitions: 4 } });
  for (const number of NUMBERS) {
    for (const type of ["merge-patch", "strategic-merge-patch", "apply-patch"])
      patch(s, type, `{"spec":{"leaseDurationSeconds":${number},"renewTime":null}}`);
    patch(s, "json-patch", `[{"op":"replace","path":"/spec/leaseDurationSeconds","value":${number}}]`);
  }
  patch(s, "merge-patch", '{"metadata":{"labels":{"x":null}},"zzz":{"y":[1.0,null]}}');
  patch(s, "json-patch", '[{"op":"add","path":"/metadata/labels","value":{"x":1.0}}]');
  return s;
}

function patch(s: Scenario, type: string, text: string): void {
  const isApply = type === "apply-patch";
  const object = `{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"a"},${text.slice(1)}`;
  s.send("PATCH", `${LEASES}/a`, undefined, {
    text: isApply ? object : text,
    headers: { "content-type": `application/${type}+${isApply ? "yaml" : "json"}` },
    query: isApply
      ? [
          ["fieldManager", "m"],
          ["force", "true"],
        ]
      : [],
  });
}
