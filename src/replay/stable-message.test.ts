import { expect, test } from "vitest";
import { stableMessage } from "./stable-message.ts";

test("stableMessage leaves out what was generated for a name", () => {
  const object = { metadata: { generateName: "web-" } };
  const message = (name: string): string => `pods "${name}" is forbidden: no web- here`;
  expect(stableMessage(message("web-ab2cd"), object)).toBe(stableMessage(message("web-x9z8y"), object));
  expect(stableMessage(message("web-ab2cd"), object)).not.toBe(stableMessage(message("app-ab2cd"), object));
  for (const other of [null, { metadata: { name: "web-ab2cd", generateName: "web-" } }])
    expect(stableMessage(message("web-ab2cd"), other)).toBe(message("web-ab2cd"));
});
