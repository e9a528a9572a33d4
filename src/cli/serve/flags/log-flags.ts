import { Option } from "commander";
import { declare } from "../../flags/flag.ts";
import { boolean, choice, integerOf } from "../../flags/flag-types.ts";

/** Flags for the level and the format of the log, and for the profiling of the process. */
export const logFlags = {
  logLevel: choice(
    "<level>",
    "least severe level that is logged",
    ["error", "warn", "info", "debug"],
    "warn",
  ),
  logFormat: choice(
    "<format>",
    "format of log lines",
    ["auto", "text", "json"],
    "auto",
    "text in a terminal, otherwise json",
  ),
  loggingFormat: choice("<format>", "the same by its name in kube-apiserver", ["text", "json"]),
  /** Verbosity on the scale of klog. */
  v: declare(
    (name) =>
      new Option(
        `-v, --${name} <level>`,
        "verbosity of the log, as in kube-apiserver: 2 is --log-level info, 4 and more is debug",
      ).argParser((value) => value.replace(/^=/, "")),
    (given, flag) => (given === undefined ? undefined : integerOf(String(given), flag)),
  ),
  profiling: boolean("serve profiles at /debug/pprof, and the level of the log at /debug/flags/v", "true"),
};
