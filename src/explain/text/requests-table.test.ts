import { expect, it } from "vitest";
import type { Explanation } from "../explanation.ts";
import { requestsTable } from "./requests-table.ts";

/** The members that the table reads. */
const explanation = (name: string, message: string, more: Partial<Explanation> = {}): Explanation =>
  ({
    request: {
      operation: "CREATE",
      resource: { group: "", version: "v1", resource: "pods" },
      subresource: "",
      namespace: "shop",
      name,
    },
    answer: { allowed: message === "", message, warnings: [] },
    steps: [],
    ...more,
  }) as unknown as Explanation;

it("requestsTable has a row for each request, with who changed or refused it, and totals", () => {
  const webhook = { kind: "webhook", name: "sidecar.example.com", called: true, call: { changed: true } };
  const answer = { allowed: true, message: "", warnings: ["a"] };
  const changed = { steps: [webhook, webhook], answer } as unknown as Explanation;
  const text = requestsTable([
    { place: "a.yaml:1", explanation: explanation("web", "", changed) },
    { place: "deploy/b.yaml:12", explanation: explanation("db", 'admission webhook "x" denied\nmore') },
    { place: "c.yaml:1", explanation: explanation("", "") },
  ]);
  expect(text).toBe(`RESULT     REQUEST                  MANIFEST          WHY
✓ allowed  CREATE pods web in shop  a.yaml:1          changed by sidecar.example.com; 1 warning
✗ refused  CREATE pods db in shop   deploy/b.yaml:12  admission webhook "x" denied
✓ allowed  CREATE pods in shop      c.yaml:1

3 requests: 2 allowed, 1 refused
`);
});
