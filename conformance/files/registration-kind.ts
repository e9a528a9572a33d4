import { parseGroupVersion } from "../../src/api/group-version.ts";
import type { KubeObject } from "../../src/api/meta.ts";
import { clone } from "../../src/json/object.ts";
import type { JsonObject } from "../../src/json/value.ts";
import type { KindDefinition } from "../../src/resources/kind.ts";
import { builtinResources } from "../../src/resources/kinds/index.ts";
import type { ResourceDefinition } from "../../src/resources/resource-definition.ts";

export type RegistrationName = "Mutating" | "Validating";

const resources = new Map<string, ResourceDefinition>(
  builtinResources({ v1beta1Registration: true }).map((resource) => [
    `${resource.group}/${resource.plural}`,
    resource,
  ]),
);

/** Our kind of a webhook configuration in one version. */
export function registrationKind(name: RegistrationName, apiVersion: string): KindDefinition {
  const { version } = parseGroupVersion(apiVersion);
  const resource = resources.get(`admissionregistration.k8s.io/${name.toLowerCase()}webhookconfigurations`);
  const kind = resource?.versions.find((v) => v.version === version);
  if (kind === undefined) throw new Error(`${name} is not served in ${apiVersion}`);
  return kind;
}

/** Read and defaulted as the server does with a body. */
export function readRegistration(kind: KindDefinition, value: JsonObject): KubeObject {
  const object = kind.decode({
    metadata: {},
    ...clone(value),
    apiVersion: `${kind.group}/${kind.version}`,
    kind: kind.kind,
  });
  kind.applyDefaults(object);
  return object;
}
