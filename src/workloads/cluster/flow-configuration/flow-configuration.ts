import type { Controller } from "../../base/controller.ts";
import { restoreFlowControl } from "./restore.ts";

const EVERY_MS = 60_000;

/**
 * Keeps the initial objects of priority and fairness of every server. As in the reference, it checks them
 * once a minute.
 */
export const flowConfiguration: Controller = {
  name: "priority-and-fairness-config-producer",
  always: true,
  kinds: [
    "flowcontrol.apiserver.k8s.io/v1/FlowSchema",
    "flowcontrol.apiserver.k8s.io/v1/PriorityLevelConfiguration",
  ],
  start({ host, api, every, queue }) {
    let hasChanged = false;
    const restores = queue(() => restoreFlowControl(api, host.firstFlowObjects()));
    every(EVERY_MS, () => {
      if (hasChanged) restores.add("objects");
      hasChanged = false;
    });
    return () => {
      hasChanged = true;
    };
  },
};
