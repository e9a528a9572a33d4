import { expect, test } from "vitest";
import { clusterForTests } from "../../../../../test/tools/cluster-for-tests.tool.ts";

const api = await clusterForTests();

// The answers are from kube-apiserver 1.36.3.
test.each(["", "?dryRun=All"])(
  "a name that is taken is no generated name, but an object with both is told so%s",
  async (query) => {
    const maps = "/api/v1/namespaces/default/configmaps";
    await api.ask("POST", maps, { metadata: { name: "both" } });
    const { status, body } = await api.ask("POST", `${maps}${query}`, {
      metadata: { name: "both", generateName: "x-" },
    });
    expect(status).toBe(409);
    expect(body.message).toBe(
      'configmaps "both" already exists, the server was not able to generate a unique name for the object',
    );
    expect(body.details).toEqual({ name: "both", kind: "configmaps", retryAfterSeconds: 1 });
  },
);
