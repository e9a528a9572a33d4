import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { endWithParent } from "../process/end-with-parent.mjs";

/** Fake nodes have no kubelet that a node controller could miss, and no routes. */
const CONTROLLERS = ["*", "-node-lifecycle-controller", "-node-ipam-controller"];

/** kube-controller-manager for a server, with an account for each controller. `folder`: for its files and its log. */
export function startControllerManager({ program, kubeconfig, folder, port }) {
  const flags = [
    `--kubeconfig=${kubeconfig}`,
    "--leader-elect=false",
    "--use-service-account-credentials=true",
    `--controllers=${CONTROLLERS.join(",")}`,
    "--bind-address=127.0.0.1",
    `--secure-port=${port}`,
    `--cert-dir=${join(folder, "manager-certs")}`,
  ];
  const log = openSync(join(folder, "controller-manager.log"), "w");
  const child = endWithParent(spawn(program, flags, { stdio: ["ignore", log, log] }));
  const ended = once(child, "exit");
  return {
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
