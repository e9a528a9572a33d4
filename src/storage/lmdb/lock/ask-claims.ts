import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { hasCode } from "../../../disk/has-code.ts";
import { socketAddress } from "../socket-address.ts";
import { CLAIM, TRYING } from "./claim.ts";

/** A claim of a process that lives. */
export interface Rival {
  readonly name: string;
  readonly pid: number;
  /** Also true for a process that does not answer, such as a stopped one. */
  readonly holds: boolean;
}

/** The claims of other processes, and of other calls in this one. */
export interface Claims {
  readonly rivals: readonly Rival[];
  /** Claims whose processes have ended. */
  readonly dead: readonly string[];
}

/** Asks all claims in a folder but the own one. */
export async function askClaims(folder: string, own?: string): Promise<Claims> {
  const names = namesIn(folder).filter((name) => name !== own && CLAIM.test(name));
  const states = await Promise.all(names.map((name) => stateOf(folder, name)));
  const found = names.map((name, i) => ({ name, state: states[i] }));
  return {
    rivals: found
      .filter(({ state }) => state !== "dead")
      .map(({ name, state }) => ({ name, pid: pidIn(name), holds: state === "holds" })),
    dead: found.filter(({ state }) => state === "dead").map(({ name }) => name),
  };
}

/** The names of a folder; none when it is missing. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}

const pidIn = (name: string): number => Number(CLAIM.exec(name)?.[1]);

/** A process that is busy or stopped does not answer; the kernel accepts connections for it. */
const PATIENCE_MS = 5000;

type State = "holds" | "tries" | "dead";

/** `dead`: connect(2) answers ECONNREFUSED, or ENOENT for a socket that was removed meanwhile. */
function stateOf(folder: string, name: string): Promise<State> {
  const address = socketAddress(folder, name);
  if (address === undefined) return Promise.resolve("holds");
  return new Promise<State>((resolve) => {
    let state: State = "dead";
    const socket = connect(address.path);
    const timer = setTimeout(() => {
      state = "holds";
      socket.destroy();
    }, PATIENCE_MS);
    socket
      .once("connect", () => {
        // Its process lives. One that has no file descriptors left closes the connection without an answer.
        state = "tries";
      })
      .once("data", (bytes) => {
        state = bytes.toString() === TRYING ? "tries" : "holds";
        socket.destroy();
      })
      .once("error", (error) => {
        if (state === "dead" && !hasCode(error, "ECONNREFUSED") && !hasCode(error, "ENOENT")) state = "holds";
      })
      .once("close", () => {
        clearTimeout(timer);
        resolve(state);
      });
  }).finally(() => address.forget());
}
