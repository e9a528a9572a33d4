/** The largest accepted body (3 MiB), without the parts around a list. */
export const BODY_BYTES = 3 * 1024 * 1024 - 2048;

/** A body may have 100,000 (src/json/count-values.ts); some are around a list. */
const VALUES = 99_900;

/** Items until their JSON has about this number of bytes, or the maximum number of values of a body. */
export function many(item, bytes = BODY_BYTES, count = valuesIn) {
  const list = [];
  for (let i = 0, length = 0, values = 0; ; i++) {
    const made = item(i);
    length += Buffer.byteLength(JSON.stringify(made)) + 1;
    values += 1 + count(made);
    if (length > bytes || values > VALUES) return list;
    list.push(made);
  }
}

function valuesIn(value) {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value);
  return inner.reduce((sum, member) => sum + valuesIn(member), Math.max(inner.length, 1));
}

/** An object of members `[name, value]`. */
export const members = (item, bytes) => Object.fromEntries(many(item, bytes, ([, value]) => valuesIn(value)));

export const text = (bytes = BODY_BYTES) => "x".repeat(bytes);

/** An object of the kind whose spec, or other members, are `more`. */
export const objectOf = (apiVersion, kind, more, metadata = {}) => ({
  apiVersion,
  kind,
  metadata: { name: "longest", ...metadata },
  ...more,
});

const CONTAINER = { name: "c", image: "i" };
export const pod = (spec, metadata) =>
  objectOf("v1", "Pod", { spec: { containers: [CONTAINER], ...spec } }, metadata);
export const container = (more, i = "") => ({ ...CONTAINER, name: `c${i}`, ...more });

const NAMESPACED = "namespaces/longest";
/** Path of the objects of a group version: `path("apps/v1", "deployments")`. */
export const path = (apiVersion, resource, namespaced = true) =>
  [
    apiVersion.includes("/") ? "/apis" : "/api",
    apiVersion,
    ...(namespaced ? [NAMESPACED] : []),
    resource,
  ].join("/");
