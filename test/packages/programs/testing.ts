import { explainHooks, type Verdict } from "sallyport/admission";
import {
  assertDenied,
  createCluster,
  faults,
  type KubeObject,
  type Result,
  type WebhookSource,
  type Writable,
} from "sallyport/testing";
import { deny, on, validating } from "sallyport/webhook";

const owned = validating({ name: "owned.example.com", rules: [on("v1", "pods")] }, () =>
  deny("whose is it?"),
);
const changing: WebhookSource = (pod: KubeObject) => {
  pod.metadata.labels = { team: "a" };
};

export async function check(pod: Writable): Promise<Result> {
  const cluster = await createCluster({ webhooks: [owned] });
  cluster.webhook("other.example.com", changing);
  cluster.fault("owned.example.com", faults.hang());
  const result = await cluster.as("jane").create(pod, { dryRun: true });
  assertDenied(result, { message: /whose/ });
  const [verdict] = result.verdicts;
  if (verdict !== undefined) console.log(result.patchOf("owned.example.com"), linesOf(verdict));
  await cluster.close();
  return result;
}

const linesOf = (verdict: Verdict): number => explainHooks(verdict).length;
