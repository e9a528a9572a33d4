import type { Target } from "./target.ts";

/** No user of the test has the right to write into this namespace. */
export async function namespaceIsEmpty({ ask }: Target, namespace: string): Promise<string | undefined> {
  const { text } = await ask("GET", `/api/v1/namespaces/${namespace}/configmaps`);
  const { items } = JSON.parse(text) as { items: { metadata: { name: string } }[] };
  const strange = items.find(({ metadata: { name } }) => name !== "kube-root-ca.crt");
  return strange && `somebody without rights has written ${strange.metadata.name}`;
}
