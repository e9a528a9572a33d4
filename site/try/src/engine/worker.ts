import type { Answer, Order } from "./messages.ts";
import { reportOf } from "./report.ts";
import { hearThread } from "./threads.ts";

const say = (answer: Answer): void => postMessage(answer);

onmessage = async ({ data }: MessageEvent<Order>): Promise<void> => {
  if (data.kind === "thread") {
    hearThread(data.thread, data.news);
    return;
  }
  const { id, situation } = data;
  try {
    say({ kind: "report", id, report: await reportOf(situation) });
  } catch (error) {
    say({ kind: "failed", id, message: error instanceof Error ? error.message : String(error) });
  }
};
say({ kind: "ready" });
