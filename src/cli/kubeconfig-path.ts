import { requireOwner } from "../disk/require-owner.ts";

/** The kubeconfig that `sallyport serve` writes in this folder. */
export const OF_SERVE = ".sallyport/kubeconfig";

/**
 * The kubeconfig that `--kubeconfig` or KUBECONFIG names, else the file that `sallyport serve` writes in this folder. Throws
 * an Error if that file belongs to another user, who could have it send the content of a `tokenFile` anywhere.
 */
export function kubeconfigPath(
  flag: string | undefined,
  { KUBECONFIG }: Readonly<Record<string, string | undefined>>,
): string {
  const named = flag ?? KUBECONFIG;
  if (named !== undefined && named !== "") return named;
  requireOwner(OF_SERVE);
  return OF_SERVE;
}
