import type { Pod } from "sallyport/kinds";
import {
  allow,
  converting,
  createLookup,
  deny,
  type KubeObject,
  type Listener,
  mutating,
  on,
  requestOf,
  serveWebhooks,
  type Webhook,
  webhookListener,
} from "sallyport/webhook";

const team: Webhook = mutating<Pod>(
  { name: "team.example.com", rules: [on("v1", "pods")] },
  {
    create: (pod, request) => {
      pod.metadata.labels = { by: request.user.username, ...pod.metadata.labels };
      return request.dryRun ? allow({ warnings: ["only tried"] }) : undefined;
    },
    delete: (pod) =>
      pod.metadata.labels?.keep === undefined ? true : deny("it is to be kept", { code: 403 }),
  },
);
const boats = converting("/convert", (boat, apiVersion) => ({ ...boat, apiVersion }));
export const listener: Listener = webhookListener([team, boats]);
export const lookup = createLookup;
export const decided = (pod: KubeObject) => team.decide(requestOf(pod));
export const served = () => serveWebhooks([team, boats], { port: 0, tls: "self-signed" });
