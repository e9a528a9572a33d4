import { thenMaybe } from "../../../../async/then-maybe.ts";
import { stampedHub, stampTransient, untrackedHub } from "../managed-fields.ts";
import type { Needs, Write } from "./write.ts";

/** Records the owners of the fields before admission, and converts the object to the hub version. */
export function recordManagers(write: Write): void | Promise<void> {
  const { server, context, target, object, old, options, isUntracked } = write;
  const recorded = isUntracked
    ? untrackedHub(target, object, old)
    : stampedHub(server, context, target, { object, live: old, options });
  return thenMaybe(recorded, (hub) => {
    write.object = hub;
  });
}

/** Records the owners of the fields of an object that is never stored. */
export function recordTransientManagers({
  server,
  context,
  target,
  kind,
  object,
  options,
}: Write<Needs>): void {
  stampTransient(server, context, target, kind, object, options);
}
