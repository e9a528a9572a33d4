import { Command } from "commander";
import { expect, test } from "vitest";
import { readServeFlags, type ServeFlags, serveOptions } from "../flags/serve-flags.ts";
import { logOptions, webhookOptions } from "./audit-options.ts";

function flagsOf(...given: readonly string[]): ServeFlags {
  const command = new Command();
  for (const option of Object.values(serveOptions()).flat()) command.addOption(option);
  return readServeFlags(command.parse(given, { from: "user" }).opts());
}

test("the defaults are those of the reference", () => {
  const flags = flagsOf();
  expect(logOptions(flags)).toEqual({
    mode: "blocking",
    format: "json",
    batch: { bufferSize: 10_000, maxSize: 1, maxWaitMs: 0, throttle: undefined },
    maxEventSize: undefined,
  });
  expect(webhookOptions(flags)).toEqual({
    mode: "batch",
    batch: { bufferSize: 10_000, maxSize: 400, maxWaitMs: 30_000, throttle: { qps: 10, burst: 15 } },
    maxEventSize: undefined,
    initialBackoffMs: 10_000,
  });
});

test("what is given counts", () => {
  const flags = flagsOf(
    "--audit-webhook-mode=blocking-strict",
    "--audit-webhook-batch-throttle-enable=false",
    "--audit-webhook-truncate-enabled",
    "--audit-webhook-initial-backoff=1s",
    "--audit-log-format=legacy",
  );
  expect(webhookOptions(flags)).toMatchObject({
    mode: "blocking-strict",
    batch: { throttle: undefined },
    maxEventSize: 102_400,
    initialBackoffMs: 1000,
  });
  expect(logOptions(flags).format).toBe("legacy");
});

/** apiserver/pkg/server/options/audit.go, Validate. */
test.each([
  [
    "--audit-webhook-mode=late",
    'invalid audit webhook mode late, allowed modes are "batch,blocking,blocking-strict"',
  ],
  [
    "--audit-webhook-batch-buffer-size=0",
    "invalid audit batch webhook buffer size 0, must be a positive number",
  ],
  [
    "--audit-webhook-batch-max-size=-1",
    "invalid audit batch webhook max batch size -1, must be a positive number",
  ],
  [
    "--audit-webhook-batch-throttle-qps=0",
    "invalid audit batch webhook throttle QPS 0, must be a positive number",
  ],
  [
    "--audit-webhook-batch-throttle-burst=0",
    "invalid audit batch webhook throttle burst 0, must be a positive number",
  ],
  [
    "--audit-webhook-truncate-max-event-size=0",
    "invalid audit truncate webhook max event size 0, must be a positive number",
  ],
  [
    "--audit-webhook-truncate-max-batch-size=5",
    "invalid audit truncate webhook max batch size 5, must be greater than max event size (102400)",
  ],
  [
    "--audit-webhook-version=audit.k8s.io/v1beta1",
    'invalid group version, allowed versions are ["audit.k8s.io/v1"]',
  ],
  [
    "--audit-webhook-batch-max-wait=soon",
    '--audit-webhook-batch-max-wait: "soon" is not a duration, such as 30s',
  ],
])("%s is refused", (flag, said) => {
  expect(() => webhookOptions(flagsOf(flag))).toThrow(new Error(said));
});

test("another format is refused", () => {
  expect(() => logOptions(flagsOf("--audit-log-format=xml"))).toThrow(
    'invalid audit log format xml, allowed formats are "legacy,json"',
  );
});
