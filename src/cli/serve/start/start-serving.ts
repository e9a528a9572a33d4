import { openAll } from "../../../async/open-parts.ts";
import type { GivenFlags } from "../../flags/flag.ts";
import { untilAsked } from "../../until-asked.ts";
import type { ParentLink } from "../processes/parent-link.ts";
import { processNumber } from "../processes/process-number.ts";
import { consoleBeside } from "./beside-console.ts";
import { bringUp } from "./bring-up.ts";
import { placeOf, printWelcome } from "./welcome.ts";

/**
 * Starts a server from flags, and calls `onReady` when it answers; resolves when it has stopped. The printed
 * start time is that of the process, including the time that Node and the code need to load.
 */
export const startServing = (given: GivenFlags, onReady: () => void = () => {}): Promise<void> =>
  openAll(async (open) => {
    const parent = await parentOf();
    const running = open.add(await bringUp(given, parent), (one) => one.stop());
    const { flags } = running;
    if (parent !== undefined) {
      parent.ready(running);
      onReady();
      await parent.asked;
      await open.close();
      return parent.close();
    }
    const beside = open.add(await consoleBeside(running), (one) => one?.close());
    // The signal handlers are installed before the start message is printed: a program that reads the message
    // may stop the server at once.
    const asked = untilAsked();
    printWelcome({
      ...running,
      ...(beside === undefined ? {} : { console: beside.text }),
      ...(flags.context === undefined ? {} : { context: flags.context }),
      kept: placeOf(flags),
      fakeNodes: flags.fakeNodes,
      milliseconds: performance.now(),
    });
    onReady();
    await asked;
    await open.close();
  });

/** A server that is alone does not load the code of several. */
async function parentOf(): Promise<ParentLink | undefined> {
  const number = processNumber();
  if (number === undefined) return undefined;
  const { connectToParent } = await import("../processes/parent-link.ts");
  return connectToParent(number);
}
