import { Connection } from "../differential/connection.ts";

const KINDS = [
  "validatingwebhookconfigurations",
  "mutatingwebhookconfigurations",
  "validatingadmissionpolicies",
  "validatingadmissionpolicybindings",
  "mutatingadmissionpolicies",
  "mutatingadmissionpolicybindings",
];
/** With these replay.mjs sees that its changes have taken effect. */
const KEPT = "metadata.name!=golden-barrier,metadata.name!=golden-barrier-params";

/** Removes from a server what webhooks and policies a stopped run has left there: its webhooks no longer answer. */
export async function removeLeftovers(port: number): Promise<void> {
  const connection = new Connection(port, 1);
  for (const kind of KINDS)
    await connection.send({
      method: "DELETE",
      path: `/apis/admissionregistration.k8s.io/v1/${kind}?fieldSelector=${encodeURIComponent(KEPT)}`,
      headers: { authorization: "Bearer admin-token" },
      body: undefined,
    });
  await connection.close();
}
