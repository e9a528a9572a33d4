import type { ClusterOptions, Intercept } from "../../src/cluster/cluster.ts";
import type { Json, JsonObject } from "../../src/json/value.ts";
import { type InMemoryCluster, startInMemoryCluster } from "./in-memory-cluster.tool.ts";

/** `request` of an AdmissionReview, and the name of the webhook that received it. */
export interface Review extends JsonObject {
  readonly hook: string;
  readonly operation: string;
}

/**
 * A control plane with two webhooks that are called for all requests: `m.example.com` (mutating),
 * `v.example.com` (validating).
 */
export interface ReviewedCluster extends InMemoryCluster {
  /** Returns the reviews that the webhooks received since the last call, in order. */
  reviews(): Review[];
  /** Sets the fields of the responses, instead of `allowed: true`. `patch` is a list. */
  answer(respond: (review: Review) => JsonObject): void;
}

const ALLOW = (): JsonObject => ({ allowed: true });

/** `webhook`: fields that differ from a webhook for all requests. */
export async function startReviewedCluster(
  options: Partial<ClusterOptions> = {},
  webhook: JsonObject = {},
): Promise<ReviewedCluster> {
  let seen: Review[] = [];
  let respond: (review: Review) => JsonObject = ALLOW;
  const intercept: Intercept = async ({ hook }, body) => {
    const { request, ...envelope }: { request: JsonObject } = JSON.parse(Buffer.from(body).toString());
    const review = { ...request, hook } as Review;
    seen.push(review);
    const response = { uid: request.uid as Json, ...encodePatch(respond(review)) };
    const answer = Buffer.from(JSON.stringify({ ...envelope, response }));
    return { kind: "answer", status: 200, contentType: "application/json", body: answer };
  };
  const api = await startInMemoryCluster({ ...options, intercept });
  await register(api, "Mutating", "m.example.com", webhook);
  await register(api, "Validating", "v.example.com", webhook);
  return {
    ...api,
    reviews() {
      const all = seen;
      seen = [];
      return all;
    },
    answer(next) {
      respond = next;
    },
  };
}

function encodePatch({ patch, ...response }: JsonObject): JsonObject {
  if (patch === undefined) return response;
  const text = Buffer.from(JSON.stringify(patch)).toString("base64");
  return { ...response, patch: text, patchType: "JSONPatch" };
}

async function register(api: InMemoryCluster, phase: string, name: string, webhook: JsonObject) {
  const path = `/apis/admissionregistration.k8s.io/v1/${phase.toLowerCase()}webhookconfigurations`;
  const { status, body } = await api.ask("POST", path, {
    metadata: { name },
    webhooks: [
      {
        name,
        clientConfig: { url: "https://webhooks.test/" },
        rules: [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] }],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        ...webhook,
      },
    ],
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
}
