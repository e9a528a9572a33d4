import { deny, mutating, on, validating } from "sallyport-webhook";
import type { Pod } from "sallyport-webhook/kinds";

/** Pods without a team get one. Change the object; the patch is computed. */
export const team = mutating<Pod>(
  { name: "team.my-webhooks.example.com", rules: [on("v1", "pods")] },
  {
    create: (pod) => {
      pod.metadata.labels = { team: "unassigned", ...pod.metadata.labels };
    },
  },
);

/** Pods without an owner are refused. */
export const owner = validating<Pod>(
  { name: "owner.my-webhooks.example.com", rules: [on("v1", "pods")] },
  {
    create: (pod) =>
      pod.metadata.labels?.owner
        ? true
        : deny("the label `owner` is missing: set it to the team that owns this pod"),
  },
);
