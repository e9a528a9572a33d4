import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";

const api = await clusterForTests();

test.each([
  ["", 200],
  ["?export=false", 200],
  ["?export=0", 200],
  ["?export=true", 400],
  ["?export", 400],
])("get() of a namespace%s answers %i: nothing is exported any more", async (query, status) => {
  const answer = await api.ask("GET", `/api/v1/namespaces/default${query}`);
  expect(answer.status).toBe(status);
  if (status === 400)
    expect(answer.body.message).toBe("the export parameter, deprecated since v1.14, is no longer supported");
});

test("an event at a version that does not exist yet is refused at once, and is not to be asked for again", async () => {
  const path = "/api/v1/namespaces/default/events/a?resourceVersion=999999999";
  const { status, headers, body } = await api.ask("GET", path);
  expect([status, headers["retry-after"]]).toEqual([504, undefined]);
  expect(body.details).not.toHaveProperty("retryAfterSeconds");
});

test.each([
  ["?export=1", 400],
  ["?resourceVersion=new", 500],
  ["?resourceVersion=999999999", 504],
])("the scale of a Deployment%s is refused as the Deployment would be: %i", async (query, status) => {
  const answer = await api.ask("GET", `/apis/apps/v1/namespaces/default/deployments/a/scale${query}`);
  expect(answer.status).toBe(status);
});
