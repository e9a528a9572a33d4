import { delimiter } from "node:path";
import { requireOwner } from "../../disk/require-owner.ts";

/** The kubeconfig that `sallyport serve` writes in this folder. */
export const OF_SERVE = ".sallyport/kubeconfig";

/** Kubeconfigs, and what their users may do on this machine. */
export interface Kubeconfigs {
  /** Merged as kubectl does it. Missing files are passed over. */
  readonly paths: readonly string[];
  /**
   * Whether the credential plugin of a user runs: `alone` without standard input, `at-terminal` with it, if it is a terminal.
   * `never` for a file that was not named: a folder from elsewhere could have it.
   */
  readonly plugins: "never" | "alone" | "at-terminal";
}

/** The kubeconfig that a flag of the user names. */
export const namedFile = (path: string): Kubeconfigs => ({ paths: [path], plugins: "at-terminal" });

/**
 * The kubeconfig that `--kubeconfig` names or those that KUBECONFIG names, else the file that `sallyport serve` writes in this folder. Throws
 * an Error if that file belongs to another user, who could have it send the content of a `tokenFile` anywhere.
 */
export function kubeconfigsOf(
  flag: string | undefined,
  { KUBECONFIG = "" }: Readonly<Record<string, string | undefined>>,
): Kubeconfigs {
  if (flag !== undefined && flag !== "") return namedFile(flag);
  if (KUBECONFIG !== "")
    return { paths: KUBECONFIG.split(delimiter).filter((path) => path !== ""), plugins: "at-terminal" };
  requireOwner(OF_SERVE);
  return { paths: [OF_SERVE], plugins: "never" };
}
