import { request } from "node:https";

/** AdmissionReview that an API server sends when a pod is created. */
export const podReview = (labels: Readonly<Record<string, string>>) => ({
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: {
    uid: "1",
    operation: "CREATE",
    kind: { group: "", version: "v1", kind: "Pod" },
    resource: { group: "", version: "v1", resource: "pods" },
    userInfo: { username: "jane" },
    object: { apiVersion: "v1", kind: "Pod", metadata: { name: "web", labels } },
  },
});

/** Over TLS, with the certificate verified. */
export const callReview = (url: string, ca: string, body: unknown): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", ca, headers: { "content-type": "application/json" } });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      answer.on("end", () => resolve(JSON.parse(text)));
    });
    sent.end(JSON.stringify(body));
  });
