import type { UserInfo } from "../../api/meta.ts";

/** Formats a user as Go does in messages: `&{alice uid [group another] map[key:[value]]}`. */
export function goUser({ username, uid = "", groups, extra = {} }: UserInfo): string {
  const keys = Object.keys(extra).sort();
  const values = keys.map((key) => `${key}:[${(extra[key] ?? []).join(" ")}]`);
  return `&{${username} ${uid} [${groups.join(" ")}] map[${values.join(" ")}]}`;
}
