import type { Controller } from "../base/controller.ts";

const EVERY_MS = 3 * 60_000;

/** Frees addresses and ports that were allocated for Services that were not stored in the end. */
export const serviceRepair: Controller = {
  name: "service-repair",
  always: true,
  kinds: [],
  start({ host, every, queue }) {
    const repairs = queue(async () => {
      await host.repairServices();
      return true;
    });
    every(EVERY_MS, () => repairs.add("services"));
    return () => {};
  },
};
