import { expect, test } from "vitest";
import { fromAggregated, fromResourceList } from "./discovered-resources.ts";

test("subresources stand below their resource, in time that grows with their number", () => {
  const subresources = Array.from({ length: 100_000 }, (_, i) => ({ name: `things/s${i}`, verbs: ["get"] }));
  const [things, ...others] = fromResourceList({
    resources: [{ name: "things", kind: "Thing", verbs: ["list"] }, ...subresources],
  });
  expect(others).toEqual([]);
  expect(things).toMatchObject({ resource: "things", verbs: ["list"] });
  const found = Array.isArray(things?.subresources) ? things.subresources : [];
  expect(found.length).toBe(100_000);
  expect([found[0], found.at(-1)]).toMatchObject([{ subresource: "s0" }, { subresource: "s99999" }]);
});

test("null in a list is an empty text, as Go decodes it", () => {
  const lists = { verbs: ["get", null], shortNames: [null], categories: [null] };
  const expected = { verbs: ["get", ""], shortNames: [""], categories: [""] };
  expect(fromResourceList({ resources: [{ name: "things", ...lists }] })).toMatchObject([expected]);
  const versions = [{ version: "v1", resources: [{ resource: "things", ...lists }] }];
  const found = fromAggregated({ items: [{ metadata: { name: "g" }, versions }] });
  expect(found.get("g/v1")).toMatchObject([expected]);
});
