import type { KubeObject } from "../../../../api/meta.ts";
import { items, someOf, text } from "../../../define/cell.ts";

const MAX_HOSTS = 3;

/** Prints the first three hosts; the number of the others is counted in rules, with or without hosts. */
export function formatHosts(object: KubeObject): string {
  const rules = items(object, "spec.rules");
  const hosts: string[] = [];
  let more = false;
  for (const rule of rules) {
    if (hosts.length === MAX_HOSTS) more = true;
    const host = text(rule, "host");
    if (!more && host !== "") hosts.push(host);
  }
  if (hosts.length === 0) return "*";
  return someOf(hosts, MAX_HOSTS, more ? rules.length - MAX_HOSTS : 0);
}
