import type { ResourceGroup } from "../../define/resource-group.ts";
import { controllerRevision } from "./controller-revision/definition.ts";
import { daemonSet } from "./daemon-set/definition.ts";
import { deployment } from "./deployment/definition.ts";
import { replicaSet } from "./replica-set/definition.ts";
import { statefulSet } from "./stateful-set/definition.ts";

export const apps: ResourceGroup = {
  name: "apps",
  priority: 17_800,
  resources: [controllerRevision, daemonSet, deployment, replicaSet, statefulSet],
};
