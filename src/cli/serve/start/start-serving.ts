import type { GivenFlags } from "../../flags/flag.ts";
import { linkText } from "../../link-text.ts";
import { untilAsked } from "../../until-asked.ts";
import { type BesideConsole, openConsole } from "./beside-console.ts";
import { bringUp, type Running } from "./bring-up.ts";
import { placeOf } from "./open-storage.ts";
import { printWelcome } from "./welcome.ts";

/**
 * Starts a server from flags, and calls `onReady` when it answers; resolves when it has stopped. The printed
 * start time is that of the process, including the time that Node and the code need to load.
 */
export async function startServing(given: GivenFlags, onReady: () => void = () => {}): Promise<void> {
  const running = await bringUp(given);
  const { flags } = running;
  const beside = await consoleBeside(running);
  const link = beside && (await linkText(beside.link, flags.dataDir));
  // The signal handlers are installed before the start message is printed: a program that reads the message
  // may stop the server at once.
  const asked = untilAsked();
  printWelcome({
    ...running,
    ...(link === undefined ? {} : { console: link.text }),
    ...(flags.context === undefined ? {} : { context: flags.context }),
    kept: placeOf(flags),
    fakeNodes: flags.fakeNodes,
    milliseconds: performance.now(),
  });
  onReady();
  await asked;
  link?.forget();
  beside?.close();
  await running.stop();
}

/** Acts as the administrator. */
async function consoleBeside(running: Running): Promise<BesideConsole | undefined> {
  if (running.flags.noConsole) return undefined;
  try {
    return await openConsole(running.connection, running.flags.consolePort, (code) =>
      running.log("warn", "the console has ended, and starts again when it is opened", { code }),
    );
  } catch (error) {
    await running.stop();
    throw error;
  }
}
