import type { Answer, Order } from "./messages.ts";
import { reportOf } from "./report.ts";

const say = (answer: Answer): void => postMessage(answer);

onmessage = async ({ data: { id, situation } }: MessageEvent<Order>): Promise<void> => {
  try {
    say({ kind: "report", id, report: await reportOf(situation) });
  } catch (error) {
    say({ kind: "failed", id, message: error instanceof Error ? error.message : String(error) });
  }
};
say({ kind: "ready" });
