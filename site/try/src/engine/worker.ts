import { explainTold } from "./explain-told.ts";
import type { Answer, Order, Question } from "./messages.ts";
import { messageOf } from "./placed-error.ts";
import { reportOf } from "./report.ts";
import { hearThread } from "./threads.ts";

const say = (answer: Answer): void => postMessage(answer);

onmessage = async ({ data }: MessageEvent<Order>): Promise<void> => {
  if (data.kind === "thread") {
    hearThread(data.thread, data.news);
    return;
  }
  const { id, question } = data;
  say(await answerTo(id, question).catch((error): Answer => ({ kind: "failed", id, message: messageOf(error) })));
};

async function answerTo(id: number, question: Question): Promise<Answer> {
  return question.kind === "decide"
    ? { kind: "report", id, report: await reportOf(question.situation) }
    : { kind: "told", id, report: await explainTold(question.told) };
}

say({ kind: "ready" });
