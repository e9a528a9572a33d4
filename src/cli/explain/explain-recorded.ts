import type { Explanation } from "../../explain/explanation.ts";
import { openRecording } from "../../recording/read-recording.ts";
import { startSide } from "../replay/start-servers.ts";
import type { ExplainFlags } from "./explain-flags.ts";

/** Explains one request of a recording, as `sallyport replay` decides it. Throws an Error for one that is not in it. */
export async function explainRecorded(path: string, id: string, flags: ExplainFlags): Promise<Explanation> {
  const { requests } = await openRecording(path);
  for await (const request of requests) {
    if (request.id !== id) continue;
    const { server } = await startSide(flags.filename, flags);
    try {
      const decided = await server.decide(request);
      if (decided.kind === "undecided") throw new Error(`${path}: ${decided.why}`);
      return decided.explain(flags.webhook);
    } finally {
      await server.close();
    }
  }
  throw new Error(`${path}: there is no request ${id} in it`);
}
