import { Option } from "commander";
import { flag } from "./option-makers.ts";

/** Flags for the level and the format of the log, and for the profiling of the process. */
export const logFlags = (): Option[] => [
  flag("--log-level <level>", "least severe level that is logged", "warn").choices([
    "error",
    "warn",
    "info",
    "debug",
  ]),
  flag("--log-format <format>", "format of log lines", "auto", "text in a terminal, otherwise json").choices([
    "auto",
    "text",
    "json",
  ]),
  flag("--logging-format <format>", "the same by its name in kube-apiserver").choices(["text", "json"]),
  new Option(
    "-v, --v <level>",
    "verbosity of the log, as in kube-apiserver: 2 is --log-level info, 4 and more is debug",
  ).argParser((value) => value.replace(/^=/, "")),
  flag(
    "--profiling [bool]",
    "serve profiles at /debug/pprof, and the level of the log at /debug/flags/v",
    "true",
  ),
];
