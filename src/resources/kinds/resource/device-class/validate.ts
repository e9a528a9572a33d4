import type { FieldReport } from "../../../../api/validation/field-path.ts";
import { sameMember } from "../../../../types/same-meaning.ts";
import type { DeviceClassSpec } from "../../../../types/tables/resource/v1-types.ts";
import { isExtendedResource } from "../../shared/pod-template/resource-names.ts";
import { checkConfiguration, checkSelectors } from "../shared/device-parts.ts";
import { checkList } from "../shared/lists.ts";

const MAX_CONFIGURATIONS = 32;

/** Checks `spec` (ValidateDeviceClass). Configurations that are not changed are checked less strictly. */
export function checkClass(spec: DeviceClassSpec, old: DeviceClassSpec | undefined, at: FieldReport): void {
  const same =
    old !== undefined && sameMember("resource/v1.DeviceClassSpec", "config", spec.config, old.config);
  checkSelectors(spec.selectors, at.child("selectors"));
  checkList(
    spec.config,
    MAX_CONFIGURATIONS,
    (config, here) => checkConfiguration(config, same, here),
    at.child("config"),
  );
  const { extendedResourceName: name } = spec;
  if (name !== undefined && !isExtendedResource(name)) {
    at.child("extendedResourceName").invalid(name, "must be a valid extended resource name");
  }
}
