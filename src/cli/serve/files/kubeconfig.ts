/** Contents of the kubeconfig of the administrator. */
export interface KubeconfigInput {
  /** `https://127.0.0.1:6443`. */
  readonly server: string;
  /** PEM of what vouches for the server. */
  readonly ca: string;
  readonly client: { readonly cert: string; readonly key: string };
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Returns the cluster and the user of a kubeconfig. */
export const entriesOf = ({ server, ca, client }: KubeconfigInput) => ({
  cluster: { server, "certificate-authority-data": base64(ca) },
  user: { "client-certificate-data": base64(client.cert), "client-key-data": base64(client.key) },
});

/** A kubeconfig with one cluster and its administrator. Short enough to be written without the library for YAML. */
export function kubeconfigText(input: KubeconfigInput): string {
  const { cluster, user } = entriesOf(input);
  return `apiVersion: v1
kind: Config
clusters:
  - name: sallyport
    cluster:
      server: ${cluster.server}
      certificate-authority-data: ${cluster["certificate-authority-data"]}
users:
  - name: admin
    user:
      client-certificate-data: ${user["client-certificate-data"]}
      client-key-data: ${user["client-key-data"]}
contexts:
  - name: sallyport
    context:
      cluster: sallyport
      user: admin
current-context: sallyport
`;
}
