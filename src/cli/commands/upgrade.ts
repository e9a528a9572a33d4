import { Command } from "commander";
import { choice, coloredOutput, many, required, withOptions } from "../options.ts";
import { print } from "../terminal.ts";
import type { UpgradeFlags } from "../upgrade/upgrade-flags.ts";
import { letSemiSpaceGrow } from "../young-objects.ts";
import { answering } from "./answering-options.ts";

/** `sallyport upgrade`: what changes with a new version of Kubernetes? */
export function upgradeCommand(): Command {
  const command = new Command("upgrade")
    .description(
      "Rehearse an upgrade of Kubernetes: decide requests and create objects with both versions, and show what is refused, dropped, not served or not matched any more, and why (docs/upgrade.md).",
    )
    .argument(
      "[requests...]",
      "output of `sallyport record`, or audit logs of kube-apiserver, whose reads count too; may be compressed",
    );
  return withOptions(command, {
    "--from <version>": required("version of the cluster, such as 1.34"),
    "--to <version>": required("version after the upgrade"),
    "-f, --filename <path>": many(
      "file or folder of the objects of the cluster, and of the configurations and static pods of its components; may be repeated",
    ),
    "--kubeconfig <file>": "read the objects of a cluster; nothing is written",
    "--runtime-config <settings>": many(
      "--runtime-config of kube-apiserver, such as api/beta=true; may be repeated (default: that of its static pod, if it was read)",
    ),
    "--feature-gates <settings>": many(
      "--feature-gates of kube-apiserver; may be repeated (default: those of its static pod, if it was read)",
    ),
    ...answering({ call: "", handlers: "Sallyport assumes that all others answer as recorded" }),
    "--disable-admission-plugins <names>":
      "built-in plugins to turn off, separated by commas (default: ServiceAccount)",
    "--fail-on <severity>": choice(
      "exit with status 1 if there is a finding of this severity or a higher one",
      ["error", "warning", "note", "never"],
      "error",
    ),
    ...coloredOutput(["text", "json", "sarif", "html"]),
  }).action(async (requests: string[], flags: UpgradeFlags) => {
    letSemiSpaceGrow();
    const { runUpgrade } = await import("../upgrade/run-upgrade.ts");
    const { text, failed } = await runUpgrade(requests, flags);
    print(text);
    if (failed) process.exitCode = 1;
  });
}
