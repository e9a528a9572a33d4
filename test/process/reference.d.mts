/** The folder of what is built from Kubernetes' source: kube-apiserver, etcd, kubectl. `BIN` names another. */
export const REFERENCE_BIN: string;

/** Whether kube-apiserver is built here. */
export function hasReference(): boolean;

export interface ReferenceServer {
  readonly port: number;
  readonly pid: number | undefined;
  /** PEM. */
  readonly ca: string;
  stop(): Promise<void>;
}

export function startReference(
  etcd: string,
  options?: { readonly mediaType?: string; readonly flags?: readonly string[]; readonly program?: string },
): Promise<ReferenceServer>;
