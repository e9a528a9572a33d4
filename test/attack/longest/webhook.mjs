import { once } from "node:events";
import { createServer } from "node:https";
import { makeCertificate } from "../certificate.mjs";

const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";

/** A webhook that returns the answer of the current kind. */
export async function startWebhook(folder, send) {
  const { key, cert } = makeCertificate(folder);
  let answer = () => ({});
  const server = createServer({ key, cert }, (request, response) => {
    const pieces = [];
    request.on("data", (piece) => pieces.push(piece));
    request.on("end", () =>
      reply(response, JSON.parse(Buffer.concat(pieces).toString()).request.uid, answer()),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `https://127.0.0.1:${server.address().port}/`;
  const clientConfig = { url, caBundle: Buffer.from(cert).toString("base64") };
  const fixed = {
    name: "hook.example.com",
    clientConfig,
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
  };
  return {
    async register({ answer: given, ...more }) {
      answer = given;
      const webhooks = [{ ...fixed, timeoutSeconds: 20, ...more }];
      return send({ path: CONFIGURATIONS, body: { metadata: { name: "hook" }, webhooks } });
    },
    remove: () => send({ method: "DELETE", path: `${CONFIGURATIONS}/hook` }),
    close: () => server.close(),
  };
}

function reply(response, uid, answer) {
  const review = {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid, allowed: true, ...answer },
  };
  const { status, type, body } = answer.http ?? {
    status: 200,
    type: "application/json",
    body: JSON.stringify(review),
  };
  response.writeHead(status, { "content-type": type });
  response.end(body);
}
