import type { ResourceGroup } from "../../define/resource-group.ts";
import { cronJob } from "./cron-job/definition.ts";
import { job } from "./job/definition.ts";

export const batch: ResourceGroup = { name: "batch", priority: 17_400, resources: [cronJob, job] };
