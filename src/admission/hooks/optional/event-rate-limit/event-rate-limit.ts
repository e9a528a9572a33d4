import { StatusError } from "../../../../api/status.ts";
import { aggregate } from "../../../../api/validation/field-error.ts";
import { BoundedCache } from "../../../../async/bounded-cache.ts";
import { TokenBucket } from "../../../../async/token-bucket.ts";
import { record, text } from "../../../../json/value.ts";
import type { Limit } from "../../../../types/tables/eventratelimit/v1alpha1-types.ts";
import type { BuiltinPlugin, PluginContext } from "../../../hook.ts";
import { readLimits } from "./read-limits.ts";

/** Default for the maximum number of buckets of one limit. */
const BUCKETS = 4096;

/** Limits the rate of events (kubernetes/plugin/pkg/admission/eventratelimit/admission.go). */
export function eventRateLimit(settings: string | undefined): BuiltinPlugin {
  const limits = readLimits(settings).map((limit) => ({
    limit,
    buckets: new BoundedCache<TokenBucket>({ entries: limit.cacheSize || BUCKETS }),
  }));
  return {
    kind: "builtin",
    name: "EventRateLimit",
    operations: new Set(["CREATE", "UPDATE"]),
    validate: (context) => {
      const { kind, dryRun } = context.attributes;
      if (kind.group !== "" || kind.kind !== "Event" || dryRun) return undefined;
      const now = context.ports.now();
      const reached = limits.flatMap(({ limit, buckets }) => {
        const key = keyOf(limit, context);
        return bucketOf(buckets, key, limit, now).take(now)
          ? []
          : [`limit reached on type ${limit.type} for key ${key}`];
      });
      return reached.length === 0 ? undefined : tooMany(aggregate(reached));
    },
  };
}

/** The 429 of the plugin. Unlike the server's own limits, it has no Retry-After. */
const tooMany = (why: string): StatusError =>
  new StatusError({ message: `Too many requests: ${why}`, reason: "TooManyRequests", code: 429 });

/** Returns the bucket and makes it the newest one. The oldest is removed if there are too many. */
function bucketOf(buckets: BoundedCache<TokenBucket>, key: string, limit: Limit, now: number): TokenBucket {
  const bucket = buckets.get(key) ?? new TokenBucket({ perSecond: limit.qps, burst: limit.burst }, now);
  buckets.set(key, bucket);
  return bucket;
}

function keyOf({ type }: Limit, { attributes, object }: PluginContext): string {
  if (type === "Namespace") return attributes.namespace;
  if (type === "User") return attributes.user.username ?? "";
  if (type === "Server") return "";
  const { component, host } = record(object?.source);
  const { kind, namespace, name, uid, apiVersion } = record(object?.involvedObject);
  return [component, host, kind, namespace, name, uid, apiVersion].map(text).join("");
}
