import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { noCounts } from "./audit-counts.ts";
import { readAuditLogs } from "./read-audit-logs.ts";

const folder = folderForTests();

/** Writes a file with one request. */
function log(name: string, requestReceivedTimestamp: string): string {
  const file = join(folder, name);
  const event = {
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level: "Request",
    auditID: name,
    stage: "ResponseComplete",
    requestURI: "/api/v1/namespaces/default/configmaps",
    verb: "create",
    user: { username: "a" },
    objectRef: { resource: "configmaps", namespace: "default", name, apiVersion: "v1" },
    responseStatus: { code: 201 },
    requestObject: { kind: "ConfigMap", apiVersion: "v1", metadata: { name, namespace: "default" } },
    requestReceivedTimestamp,
    stageTimestamp: requestReceivedTimestamp,
  };
  writeFileSync(file, `${JSON.stringify(event)}\n`);
  return file;
}

test("files are read in the order of time, however their times are written", async () => {
  const files = [
    log("third", "2026-01-01T00:00:00.500000Z"),
    log("second", "2026-01-01T00:00:00Z"),
    log("first", "2026-01-01T01:30:00+02:00"),
  ];
  const names: string[] = [];
  for await (const { name } of readAuditLogs(files, noCounts())) names.push(name);
  expect(names).toEqual(["first", "second", "third"]);
});
