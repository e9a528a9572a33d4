import type { ResourceGroup } from "../../define/resource-group.ts";
import { newEvent } from "./event/definition.ts";

export const events: ResourceGroup = { name: "events.k8s.io", priority: 17_750, resources: [newEvent] };
