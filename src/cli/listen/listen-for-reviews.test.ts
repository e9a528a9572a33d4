import { request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { type Listening, listenForReviews } from "./listen-for-reviews.ts";

async function start(rate = 100): Promise<Listening> {
  const listening = await listenForReviews({
    listen: "127.0.0.1:0",
    resource: ["configmaps", "deployments.apps"],
    inNamespace: ["demo"],
    rate,
    name: "sallyport-test",
    rules: [],
  });
  onTestFinished(() => listening.close());
  return listening;
}

function post(
  { address, configuration }: Listening,
  body: string,
): Promise<{ status: number; text: string }> {
  const [webhook] = configuration.webhooks as unknown as { clientConfig: { caBundle: string } }[];
  const ca = Buffer.from(webhook?.clientConfig.caBundle ?? "", "base64");
  return new Promise((resolve, reject) => {
    const options = { method: "POST", ca, agent: false, headers: { "content-type": "application/json" } };
    const sent = httpsRequest(new URL("/", address), options, (answer) => {
      text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, text: read }), reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const review = (uid: string, object: string, resource = "configmaps"): string =>
  `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"${uid}","operation":"CREATE","resource":{"group":"","version":"v1","resource":"${resource}"},"object":${object}}}`;

const MAP = '{"metadata":{"name":"a"}}';

test("listenForReviews allows everything, whatever it is sent, and hands on what is a request", async () => {
  const listening = await start();
  const deep = `{"metadata":{"name":"deep"},"data":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
  for (const body of [review("1", MAP), review("2", deep), review("3", MAP, ""), review("4", "null")]) {
    const answer = await post(listening, body);
    expect(JSON.parse(answer.text)).toMatchObject({ response: { allowed: true } });
  }
  expect((await post(listening, "no review")).status).toBe(400);
  expect(listening.counts).toEqual({ taken: 2, leftOut: 0, unreadable: 2 });
  await listening.close();
  const ids: string[] = [];
  for await (const { id } of listening.requests) ids.push(id);
  expect(ids).toEqual(["1", "4"]);
});

test("listenForReviews takes so many a second, and allows all others too", async () => {
  const listening = await start(1);
  for (const uid of ["1", "2", "3"]) {
    const answer = await post(listening, review(uid, MAP));
    expect(JSON.parse(answer.text)).toMatchObject({ response: { uid, allowed: true } });
  }
  const { taken, leftOut } = listening.counts;
  // A slow machine may take longer than a second.
  expect(taken + leftOut).toBe(3);
  expect(taken).toBeGreaterThan(0);
});

test("listenForReviews asks for what is named, in these namespaces, in the way that harms nobody", async () => {
  const { configuration } = await start();
  expect(configuration).toMatchObject({
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "sallyport-test" },
    webhooks: [
      {
        failurePolicy: "Ignore",
        sideEffects: "None",
        timeoutSeconds: 2,
        rules: [
          { apiGroups: [""], resources: ["configmaps"], operations: ["CREATE", "UPDATE", "DELETE"] },
          { apiGroups: ["apps"], resources: ["deployments"] },
        ],
        namespaceSelector: { matchExpressions: [{ operator: "In", values: ["demo"] }] },
      },
    ],
  });
});
