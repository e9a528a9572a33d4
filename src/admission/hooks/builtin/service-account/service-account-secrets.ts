import type { KubeObject } from "../../../../api/meta.ts";
import { secretNames } from "../../../../api/pods/pod-references.ts";
import { isJsonObject, type Json, type JsonObject, record, records, text } from "../../../../json/value.ts";

/** Secrets that a container reads, with the text for the place in errors. */
function* secretsOf(
  container: JsonObject,
  what: string,
): Generator<{ readonly place: string; readonly secret: string }> {
  const name = text(container.name);
  for (const variable of records(container.env)) {
    const reference = record(variable.valueFrom).secretKeyRef;
    const place = `${what} ${name} with envVar ${text(variable.name)} referencing`;
    if (isJsonObject(reference)) yield { place, secret: text(reference.name) };
  }
  for (const { secretRef } of records(container.envFrom)) {
    const place = `${what} ${name} with envFrom referencing`;
    if (isJsonObject(secretRef)) yield { place, secret: text(secretRef.name) };
  }
}

/**
 * Returns the error about a secret that a pod uses although its account, which enforces mountable secrets,
 * does not list it.
 */
export function secretProblem(account: KubeObject, spec: JsonObject): string | undefined {
  const own = account.metadata.name ?? "";
  const mountable = mountableSecrets(account);
  for (const { secret } of records(spec.volumes)) {
    if (!secret || mountable.has(text(record(secret).secretName))) continue;
    return `volume with secret.secretName="${text(record(secret).secretName)}" is not allowed because service account ${own} does not reference that secret`;
  }
  const kinds = [
    ["init container", spec.initContainers],
    ["container", spec.containers],
  ] as const;
  return containerProblem(own, mountable, kinds) ?? pullProblem(own, account, spec);
}

/** Returns the same for ephemeral containers, which are added later. */
export const ephemeralProblem = (account: KubeObject, spec: JsonObject): string | undefined =>
  containerProblem(account.metadata.name ?? "", mountableSecrets(account), [
    ["ephemeral container", spec.ephemeralContainers],
  ]);

const mountableSecrets = ({ secrets }: KubeObject): ReadonlySet<string> =>
  new Set(records(secrets).map(({ name }) => text(name)));

function containerProblem(
  own: string,
  mountable: ReadonlySet<string>,
  kinds: readonly (readonly [string, Json | undefined])[],
): string | undefined {
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
  const allowed = new Set(records(account.imagePullSecrets).map(({ name }) => text(name)));
  const secrets = records(spec.imagePullSecrets);
  const at = secrets.findIndex(({ name }) => !allowed.has(text(name)));
  if (at < 0) return undefined;
  return `imagePullSecrets[${at}].name="${text(secrets[at]?.name)}" is not allowed because service account ${own} does not reference that imagePullSecret`;
}

/** Returns the error about a mirror pod that refers to objects of the server; a kubelet creates mirror pods. */
export function mirrorPodProblem(spec: JsonObject): string | undefined {
  if (text(spec.serviceAccountName) !== "") return "a mirror pod may not reference service accounts";
  if (secretNames(spec).length > 0) return "a mirror pod may not reference secrets";
  const projects = records(spec.volumes).some(({ projected }) =>
    records(record(projected).sources).some(({ serviceAccountToken }) => !!serviceAccountToken),
  );
  return projects ? "a mirror pod may not use ServiceAccountToken volume projections" : undefined;
}
