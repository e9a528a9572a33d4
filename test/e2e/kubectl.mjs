#!/usr/bin/env node
// A replacement for kubectl in the upstream tests. Their commands inside of containers have one purpose: a pod
// becomes ready or
// unready. Fake nodes run no containers, so this program writes the condition. It passes everything else to the real
// kubectl.
import { spawnSync } from "node:child_process";

const args = process.argv.slice(2);
const at = args.indexOf("exec");
const real = process.env.E2E_KUBECTL ?? "kubectl";
const command = args.at(-1) ?? "";
const UNREADY = /^mv -v \S+ \/tmp\/ |^echo 0 > \/var\/tmp\/ready$/;
const READY = /^mv -v \/tmp\/\S+ /;

if (at < 0 || !(UNREADY.test(command) || READY.test(command))) run(args);
const status = READY.test(command) ? "True" : "False";
const lastTransitionTime = new Date().toISOString().replace(/\.\d+/, "");
const conditions = ["Ready", "ContainersReady"].map((type) => ({ type, status, lastTransitionTime }));
const options = args.slice(0, at);
const rest = args.slice(at + 1, args.indexOf("--", at));
const pod = rest.find((arg, n) => !arg.startsWith("-") && rest[n - 1] !== "-c");
const patch = JSON.stringify({ status: { conditions } });
run([...options, "patch", "pod", pod, "--subresource=status", "--type=strategic", "-p", patch]);

function run(list) {
  const { status: code } = spawnSync(real, list, { stdio: "inherit" });
  process.exit(code ?? 1);
}
