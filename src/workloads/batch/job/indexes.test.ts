import { expect, test } from "vitest";
import type { Job } from "../../../types/tables/batch/v1-types.ts";
import { indexedTemplate, namePrefix } from "./indexes.ts";

const job: Job = {
  metadata: { name: "j" },
  spec: { template: { metadata: {}, spec: { containers: [{ name: "a" }] } } },
};

test("indexedTemplate tells the pod its index", () => {
  expect(indexedTemplate(job, 3, { more: "b" })).toMatchObject({
    metadata: {
      labels: { "batch.kubernetes.io/job-completion-index": "3" },
      annotations: { "batch.kubernetes.io/job-completion-index": "3", more: "b" },
    },
    spec: { hostname: "j-3", containers: [{ env: [{ name: "JOB_COMPLETION_INDEX" }] }] },
  });
});

test("namePrefix shortens long names, not their indexes", () => {
  expect(namePrefix(job, 3)).toBe("j-3-");
  expect(namePrefix({ metadata: { name: "n".repeat(60) } }, 12)).toBe(`${"n".repeat(54)}-12-`);
});
