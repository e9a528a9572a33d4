import {
  type FieldError,
  forbiddenField,
  invalid,
  notSupportedText,
  required,
} from "../../../../api/validation/field-error.ts";
import { FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1035LabelProblems } from "../../../../api/validation/name-format.ts";
import { repetitionsIn } from "../../../../api/validation/repetitions.ts";
import { pemOfBase64 } from "../../../../crypto/pem.ts";
import { parseCaBundle } from "../../../../crypto/x509/ca-bundle.ts";
import type { Conversion, WebhookConversion } from "../../../custom/definition-types.ts";
import { checkWebhookService, checkWebhookUrl } from "../../shared/webhook-client/client-config.ts";
import type { Demands } from "./relaxations.ts";

const STRATEGIES: readonly string[] = ["None", "Webhook"];
const REVIEW_VERSIONS: readonly string[] = ["v1", "v1beta1"];

/** Checks `spec.conversion`. Paths are those of the reference's internal form. */
export function checkConversion(
  conversion: Conversion | undefined,
  path: string,
  demands: Demands,
): FieldError[] {
  if (conversion === undefined) return [];
  const { strategy, webhook } = conversion;
  const errors: FieldError[] = [];
  if (strategy === "") errors.push(required(`${path}.strategy`));
  else if (!STRATEGIES.includes(strategy))
    errors.push(notSupportedText(`${path}.strategy`, strategy, STRATEGIES));
  if (strategy === "Webhook") {
    return [
      ...errors,
      ...checkClient(webhook?.clientConfig, `${path}.webhookClientConfig`, demands),
      ...checkReviewVersions(
        webhook?.conversionReviewVersions ?? [],
        `${path}.conversionReviewVersions`,
        demands,
      ),
    ];
  }
  const unused = "should not be set when strategy is not set to Webhook";
  if (webhook?.clientConfig !== undefined) errors.push(forbiddenField(`${path}.webhookClientConfig`, unused));
  if ((webhook?.conversionReviewVersions?.length ?? 0) > 0)
    errors.push(forbiddenField(`${path}.conversionReviewVersions`, unused));
  return errors;
}

function checkClient(
  client: WebhookConversion["clientConfig"],
  path: string,
  demands: Demands,
): FieldError[] {
  if (client === undefined) return [required(path, "required when strategy is set to Webhook")];
  const { url, service, caBundle = "" } = client;
  const at = new FieldReport(path);
  if ((url === undefined) === (service === undefined))
    at.required("exactly one of url or service is required");
  else if (url !== undefined) checkWebhookUrl(url, at.child("url"));
  else if (service !== undefined) checkWebhookService(turned(service), at.child("service"));
  const problem = caBundle === "" || !demands.validCaBundle ? undefined : caBundleProblem(caBundle);
  if (problem !== undefined) at.child("caBundle").invalid(caBundle, problem);
  return at.errors;
}

type Service = Parameters<typeof checkWebhookService>[0];

/**
 * Swaps name and namespace: the reference checks each of them by the rules of the other (validation.go,
 * validateCustomResourceConversion).
 */
const turned = ({ name, namespace, ...rest }: Service): Service => ({
  ...rest,
  ...(namespace === undefined ? {} : { name: namespace }),
  ...(name === undefined ? {} : { namespace: name }),
});

function checkReviewVersions(versions: readonly string[], path: string, demands: Demands): FieldError[] {
  if (versions.length === 0) return [required(path)];
  const repeated = repetitionsIn(versions);
  const errors = versions.flatMap((version, i) => {
    if (repeated[i]) return [invalid(`${path}[${i}]`, version, "duplicate version")];
    return dns1035LabelProblems(version).map((problem) => invalid(`${path}[${i}]`, version, problem));
  });
  if (demands.knownReviewVersions && !versions.some((version) => REVIEW_VERSIONS.includes(version)))
    errors.push(invalid(path, versions, `must include at least one of ${REVIEW_VERSIONS.join(", ")}`));
  return errors;
}

/** Returns the problem of a base64 list of PEM certificates; undefined if it is valid. */
export function caBundleProblem(caBundle: string): string | undefined {
  const bundle = parseCaBundle(pemOfBase64(caBundle));
  return bundle.kind === "error" ? bundle.message : undefined;
}
