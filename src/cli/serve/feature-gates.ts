/** The features of the reference that are off there by default, and that can be switched on here. */
const GATES = ["ManifestBasedAdmissionControlConfig"] as const;

/** Whether a setting is about one of them. */
export const isFeatureGate = (setting: string): boolean =>
  GATES.some((gate) => setting.startsWith(`${gate}=`));

/** Whether a gate is on: `Name=true`; the last one counts. Refuses what cannot be switched. */
export function featureGate(settings: readonly string[], name: (typeof GATES)[number]): boolean {
  let isOn = false;
  for (const setting of settings) {
    const [key = "", value = ""] = setting.split("=");
    if (!GATES.some((gate) => gate === key))
      throw new Error(
        `--feature-gates: ${JSON.stringify(key)} is not supported; the only gate is ${GATES.join(", ")}`,
      );
    if (value !== "true" && value !== "false")
      throw new Error(`--feature-gates: ${JSON.stringify(setting)} must be ${key}=true or ${key}=false`);
    if (key === name) isOn = value === "true";
  }
  return isOn;
}
