import { createOnly } from "../../define/define-resource.ts";
import type { ResourceGroup } from "../../define/resource-group.ts";
import { componentStatus } from "./component-status/definition.ts";
import { configMap } from "./config-map/definition.ts";
import { endpoints } from "./endpoints/definition.ts";
import { event } from "./event/definition.ts";
import { limitRange } from "./limit-range/definition.ts";
import { namespace } from "./namespace/definition.ts";
import { node } from "./node/definition.ts";
import { persistentVolume } from "./persistent-volume/definition.ts";
import { persistentVolumeClaim } from "./persistent-volume-claim/definition.ts";
import { pod } from "./pod/definition.ts";
import { podTemplate } from "./pod-template/definition.ts";
import { replicationController } from "./replication-controller/definition.ts";
import { resourceQuota } from "./resource-quota/definition.ts";
import { secret } from "./secret/definition.ts";
import { service } from "./service/definition.ts";
import { serviceAccount } from "./service-account/definition.ts";

export const core: ResourceGroup = {
  name: "",
  priority: 18_000,
  versionPriority: { v1: 1 },
  resources: [
    createOnly("", "Binding", "Namespaced"),
    componentStatus,
    configMap,
    endpoints,
    event,
    limitRange,
    namespace,
    node,
    persistentVolumeClaim,
    persistentVolume,
    pod,
    podTemplate,
    replicationController,
    resourceQuota,
    secret,
    serviceAccount,
    service,
  ],
};
