import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { type JsonObject, records, text } from "../../../../json/value.ts";
import { withSpec } from "../fields.ts";

const PREFIX = "kube-api-access-";
const MOUNT_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
/** Lifetime of the token, in seconds: an hour, and seven seconds that distinguish such tokens from others. */
const EXPIRATION_SECONDS = 3607;
const SUFFIX_LETTERS = "bcdfghjklmnpqrstvwxz2456789";

/**
 * Returns the pod with the token of its service account mounted in every container that mounts nothing at
 * that path.
 */
export function mountToken(pod: KubeObject, random: string): KubeObject {
  const spec = specOf(pod);
  const volumes = records(spec.volumes);
  const existing = volumes.map(({ name }) => text(name)).find((name) => name.startsWith(PREFIX));
  const name = existing ?? PREFIX + suffixOf(random);
  const needy = [...records(spec.initContainers), ...records(spec.containers)].some(lacksMount);
  if (!needy) return pod;
  const mounted = (list: JsonObject[]) =>
    list.map((container) => (lacksMount(container) ? mount(container, name) : container));
  const initContainers = records(spec.initContainers);
  return withSpec(pod, {
    containers: mounted(records(spec.containers)),
    ...(initContainers.length > 0 ? { initContainers: mounted(initContainers) } : {}),
    ...(existing === undefined ? { volumes: [...volumes, tokenVolume(name)] } : {}),
  });
}

const lacksMount = ({ volumeMounts }: JsonObject): boolean =>
  !records(volumeMounts).some(({ mountPath }) => mountPath === MOUNT_PATH);

function mount(container: JsonObject, name: string): JsonObject {
  const own = { name, readOnly: true, mountPath: MOUNT_PATH };
  return { ...container, volumeMounts: [...records(container.volumeMounts), own] };
}

/** Returns five letters of the kind at the end of generated names, from a random UUID. */
function suffixOf(uuid: string): string {
  const digits = uuid.replace(/[^0-9a-f]/gi, "").padEnd(10, "0");
  const letter = (i: number) =>
    SUFFIX_LETTERS[Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16) % SUFFIX_LETTERS.length];
  return [0, 1, 2, 3, 4].map(letter).join("");
}

const tokenVolume = (name: string): JsonObject => ({
  name,
  projected: {
    sources: [
      { serviceAccountToken: { expirationSeconds: EXPIRATION_SECONDS, path: "token" } },
      { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
      {
        downwardAPI: {
          items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
        },
      },
    ],
    defaultMode: 420,
  },
});
