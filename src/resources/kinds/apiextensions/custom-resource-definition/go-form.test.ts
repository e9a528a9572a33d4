import { expect, test } from "vitest";
import { type JsonSchema, parseSchema } from "../../../../schema/json-schema.ts";
import { schemaForm, setMembers } from "./go-form.ts";

test("setMembers names the members that are set, and does not look at the schemas in them", () => {
  const schema = parseSchema({ type: "object", properties: { a: { type: "string" } }, not: {} });
  expect(setMembers(schema)).toEqual(["Type", "Not", "Properties"]);
  const unreadable = new Proxy({} as JsonSchema, {
    get: () => {
      throw new Error("this schema was read");
    },
  });
  const large = { ...schema, properties: new Map([["a", unreadable]]) };
  expect(setMembers(large)).toEqual(["Type", "Not", "Properties"]);
  expect(() => schemaForm(large)).toThrow("was read");
});
