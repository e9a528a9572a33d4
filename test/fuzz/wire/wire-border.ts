import type { Random } from "../../../tools/differential/random.ts";
import type { Target } from "./target.ts";

/** A border that is reached through sockets of a server in another process. */
export interface WireBorder {
  readonly name: string;
  /** Number of inputs that are sent at once. */
  readonly parallel: number;
  make(random: Random): Buffer;
  /** Sends one input, and answers a sentence when a promise does not hold. Never rejects. */
  send(input: Buffer, target: Target): Promise<string | undefined>;
  /** Checks the state of the server after many inputs. */
  check?(target: Target): Promise<string | undefined>;
}
