import type { FieldReport } from "../../../../../api/validation/field-report.ts";
import type { PodSpec } from "../../../../../types/tables/core/v1-types.ts";

const SEGMENT = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const NAME = `^(${SEGMENT}[\\./])*${SEGMENT}$`;
const NAME_REGEX = new RegExp(NAME);
const MAX_LENGTH = 253;

const IPC_NAMES: ReadonlySet<string> = new Set([
  "kernel.sem",
  "kernel.shmall",
  "kernel.shmmax",
  "kernel.shmmni",
  "kernel.shm_rmid_forced",
  "kernel.shm",
  "kernel.msgmax",
  "kernel.msgmnb",
  "kernel.msgmni",
  "kernel.msg",
]);

/** Checks securityContext.sysctls; `at` is the path of the list. */
export function checkSysctls(spec: PodSpec, at: FieldReport, allowHostSysctls: boolean): void {
  const seen = new Set<string>();
  at.each(spec.securityContext?.sysctls, ({ name = "" }, here) => {
    const path = here.child("name");
    if (name === "") path.required();
    else if (name.length > MAX_LENGTH || !NAME_REGEX.test(name)) {
      path.invalid(name, `must have at most ${MAX_LENGTH} characters and match regex ${NAME}`);
    } else if (seen.has(name)) path.duplicate(name);
    const problem = allowHostSysctls ? undefined : hostSysctlProblem(name, spec);
    if (problem !== undefined) path.invalid(name, problem);
    seen.add(name);
  });
}

/** Returns the problem of a sysctl in a namespace that the pod shares with its node: it would change the node. */
export function hostSysctlProblem(sysctl: string, spec: PodSpec): string | undefined {
  const namespace = namespaceOf(normalize(sysctl).split("*")[0] ?? "");
  if (spec.hostNetwork === true && namespace === "net")
    return "may not be specified when 'hostNetwork' is true";
  if (spec.hostIPC === true && namespace === "ipc") return "may not be specified when 'hostIPC' is true";
  return undefined;
}

/** If the first separator of a name is a slash, dots and slashes are swapped. */
function normalize(name: string): string {
  const first = /[./]/.exec(name)?.[0];
  return first === "/" ? name.replace(/[./]/g, (c) => (c === "." ? "/" : ".")) : name;
}

function namespaceOf(name: string): "net" | "ipc" | undefined {
  if (IPC_NAMES.has(name) || name.startsWith("fs.mqueue.")) return "ipc";
  return name.startsWith("net.") ? "net" : undefined;
}
