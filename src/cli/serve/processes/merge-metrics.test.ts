import { expect, it } from "vitest";
import { mergeMetrics } from "./merge-metrics.ts";

const FIRST = `# HELP a_total Help of a.
# TYPE a_total counter
a_total{code="200"} 3
a_total{code="500",path="/x y{"} 1

# HELP b Help of b.
# TYPE b gauge
b 7
`;
const SECOND = `# HELP b Help of b.
# TYPE b gauge
b 8
# HELP h_seconds Help of h.
# TYPE h_seconds histogram
h_seconds_bucket{le="+Inf"} 2
h_seconds_count 2
`;

it("mergeMetrics gives each sample the label of its process, and joins equal metrics", async () => {
  const merged = await mergeMetrics([
    { process: 1, text: FIRST },
    { process: 2, text: SECOND },
  ]);
  expect(merged).toBe(`# HELP a_total Help of a.
# TYPE a_total counter
a_total{process="1",code="200"} 3
a_total{process="1",code="500",path="/x y{"} 1

# HELP b Help of b.
# TYPE b gauge
b{process="1"} 7
b{process="2"} 8

# HELP h_seconds Help of h.
# TYPE h_seconds histogram
h_seconds_bucket{process="2",le="+Inf"} 2
h_seconds_count{process="2"} 2
`);
});
