import { expect, test } from "vitest";
import type { KubeObject } from "../../../../../api/meta.ts";
import { labelLikeTemplate } from "./label-like-template.ts";

const job = (labels?: Record<string, string>): KubeObject => ({
  metadata: { name: "a", ...(labels === undefined ? {} : { labels }) },
  spec: { template: { metadata: { labels: { "job-name": "a" } } } },
});

test("labelLikeTemplate gives a job without labels those of its pods", () => {
  expect(labelLikeTemplate(job()).metadata.labels).toEqual({ "job-name": "a" });
});

test("labelLikeTemplate leaves labels that are there", () => {
  const labelled = job({ app: "a" });
  expect(labelLikeTemplate(labelled)).toBe(labelled);
});
