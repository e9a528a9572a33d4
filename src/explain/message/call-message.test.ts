import { expect, test } from "vitest";
import { explainMessage } from "./explain-message.ts";

test("a call without the name of its webhook is found by its address", () => {
  const told =
    'Post "https://owners.sys.svc:443/v?timeout=10s": dial tcp 10.0.0.1:443: connect: connection refused';
  const [found] = explainMessage(told, []);
  expect(found?.cause).toMatchObject({ code: "call-failed", webhook: "", of: "" });
  expect(found?.cause.message).toContain("no server listens at service sys/owners");
});
