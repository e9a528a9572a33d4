import { expect, test } from "vitest";
import { collectErrors } from "../../../../api/validation/field-report.ts";
import { checkWebhookService } from "./client-config.ts";

test.each([
  ["x", ["must start with a '/'", "segment[0] may not be empty"]],
  ["\u2028", ["must start with a '/'", expect.stringMatching(/^segment\[0\]: a lowercase RFC 1123/)]],
  ["/a//", ["segment[1] may not be empty"]],
  ["/a/", []],
])("of the path %j the first byte goes: %j", (path, problems) => {
  const errors = collectErrors("service", (at) =>
    checkWebhookService({ name: "a", namespace: "b", path, port: 443 }, at),
  );
  expect(errors.map(({ message }) => message.replace(/^Invalid value: "[^"]*": /, ""))).toEqual(problems);
});
