import type { TellOfMode } from "../../../disk/private-files.ts";
import type { Log } from "../../../server/log.ts";
import type { TellOfLock } from "../../../storage/index.ts";

/** Logs which files others could read. */
export const modeTeller =
  (log: Log): TellOfMode =>
  (path, was, problem) => {
    if (problem === undefined) log("warn", "others could read this; now only its owner can", { path, was });
    else log("warn", "others can read this, and its mode cannot be changed", { path, was, error: problem });
  };

/** Logs that a lock of the store does not hold across containers. */
export const lockTeller =
  (log: Log): TellOfLock =>
  (path, reason) =>
    log("warn", "the file system has no sockets: a server in another container can open the same folder", {
      path,
      reason,
    });
