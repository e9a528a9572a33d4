import { type JsonObject, record, records, text } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";

/** Secrets that a container reads, with how to speak of the place. */
function* secretsOf(
  container: JsonObject,
  what: string,
): Generator<{ readonly place: string; readonly secret: string }> {
  const name = text(container.name);
  for (const variable of records(container.env)) {
    const reference = record(record(variable.valueFrom).secretKeyRef);
    const place = `${what} ${name} with envVar ${text(variable.name)} referencing`;
    if (typeof reference.name === "string") yield { place, secret: reference.name };
  }
  for (const source of records(container.envFrom)) {
    const reference = record(source.secretRef);
    const place = `${what} ${name} with envFrom referencing`;
    if (typeof reference.name === "string") yield { place, secret: reference.name };
  }
}

/** What a pod uses although its account, which is strict about secrets, does not list it. */
export function secretProblem(account: KubeObject, spec: JsonObject): string | undefined {
  const own = account.metadata.name ?? "";
  const mountable = new Set(records(account.secrets).map(({ name }) => name));
  for (const { secret } of records(spec.volumes)) {
    if (!secret || mountable.has(text(record(secret).secretName))) continue;
    return `volume with secret.secretName="${text(record(secret).secretName)}" is not allowed because service account ${own} does not reference that secret`;
  }
  return containerProblem(own, mountable, spec) ?? pullProblem(own, account, spec);
}

function containerProblem(
  own: string,
  mountable: ReadonlySet<unknown>,
  spec: JsonObject,
): string | undefined {
  const kinds = [
    ["init container", spec.initContainers],
    ["container", spec.containers],
  ] as const;
  for (const [what, containers] of kinds) {
    for (const container of records(containers)) {
      for (const { place, secret } of secretsOf(container, what)) {
        if (mountable.has(secret)) continue;
        return `${place} secret.secretName="${secret}" is not allowed because service account ${own} does not reference that secret`;
      }
    }
  }
  return undefined;
}

function pullProblem(own: string, account: KubeObject, spec: JsonObject): string | undefined {
  const allowed = new Set(records(account.imagePullSecrets).map(({ name }) => name));
  const secrets = records(spec.imagePullSecrets);
  const at = secrets.findIndex(({ name }) => !allowed.has(name));
  if (at < 0) return undefined;
  return `imagePullSecrets[${at}].name="${text(secrets[at]?.name)}" is not allowed because service account ${own} does not reference that imagePullSecret`;
}

/** Pods that a kubelet mirrors may not refer to anything that only the server can vouch for. */
export function mirrorPodProblem(spec: JsonObject): string | undefined {
  if (text(spec.serviceAccountName) !== "") return "a mirror pod may not reference service accounts";
  const containers = [...records(spec.initContainers), ...records(spec.containers)];
  const reads = containers.some((container) => !secretsOf(container, "").next().done);
  const mounts = records(spec.volumes).some(({ secret }) => !!secret);
  if (reads || mounts || records(spec.imagePullSecrets).length > 0)
    return "a mirror pod may not reference secrets";
  const projects = records(spec.volumes).some(({ projected }) =>
    records(record(projected).sources).some(({ serviceAccountToken }) => !!serviceAccountToken),
  );
  return projects ? "a mirror pod may not use ServiceAccountToken volume projections" : undefined;
}
