import { Connection } from "../../tools/differential/connection.ts";

const KINDS = [
  "validatingwebhookconfigurations",
  "mutatingwebhookconfigurations",
  "validatingadmissionpolicies",
  "validatingadmissionpolicybindings",
  "mutatingadmissionpolicies",
  "mutatingadmissionpolicybindings",
];
/** Field selector that excludes the objects with which replay.mjs detects that its changes are in effect. */
const KEPT = "metadata.name!=golden-barrier,metadata.name!=golden-barrier-params";

/** Removes webhooks and policies that a stopped run has left on a server, because its webhooks no longer respond. */
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
