import { expect, test } from "vitest";
import { rightAdvice } from "./missing-right.ts";

const said = (what: string): string =>
  `pods "a" is forbidden: User "system:serviceaccount:a:b" cannot get resource ${what}`;

test.each([
  [
    '"pods" in API group "" in the namespace "a"',
    "kubectl auth can-i get pods --as system:serviceaccount:a:b -n a",
  ],
  [
    '"deployments/scale" in API group "apps" in the namespace "a"',
    "kubectl auth can-i get deployments.apps --subresource scale --as system:serviceaccount:a:b -n a",
  ],
  [
    '"nodes/proxy" in API group "" at the cluster scope',
    "kubectl auth can-i get nodes --subresource proxy --as system:serviceaccount:a:b",
  ],
])("the command that checks a missing right: %s", (what, command) => {
  expect(rightAdvice(said(what))?.split(": ").at(-1)).toBe(command);
});

test("a text about something else has no advice", () => {
  expect(rightAdvice("pods is forbidden")).toBeUndefined();
});
