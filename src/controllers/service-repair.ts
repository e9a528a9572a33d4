import type { Controller } from "./controller.ts";

const EVERY_MS = 3 * 60_000;

/** Addresses and ports that were taken for Services which were never written do not stay taken for ever. */
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
