import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1123SubdomainProblems, portNumberProblems } from "../../../../api/validation/name-format.ts";
import { parseGoUrl } from "../../../../go/url.ts";
import type {
  ServiceReference,
  WebhookClientConfig,
} from "../../../../types/tables/admissionregistration/v1-types.ts";

/**
 * Checks the address of an admission webhook: a URL or a service (apiserver/pkg/util/webhook/validation.go,
 * ValidateWebhookURL and ValidateWebhookService).
 */
export function checkClientConfig({ url, service }: WebhookClientConfig, at: FieldReport): void {
  const hasUrl = url !== undefined && url !== null;
  const hasService = service !== undefined && service !== null;
  if (hasUrl === hasService) at.required("exactly one of url or service is required");
  else if (hasUrl) checkWebhookUrl(url, at.child("url"));
  else if (hasService) {
    // The reference passes name and namespace in the wrong order here, so each error has the path of the
    // other field.
    const { name = "", namespace = "" } = service;
    checkWebhookService({ ...service, name: namespace, namespace: name }, at.child("service"));
  }
}

const FORM = "; desired format: https://host[/path]";

/** Checks the URL of a webhook: https, a host, an optional path and nothing else. Reports all errors. */
export function checkWebhookUrl(text: string, at: FieldReport): void {
  const url = parseGoUrl(text);
  if ("error" in url) {
    at.required(`url must be a valid URL: ${url.error}${FORM}`);
    return;
  }
  const { scheme, host, user, fragment, query } = url;
  if (scheme !== "https") at.invalid(scheme, `'https' is the only allowed URL scheme${FORM}`);
  if (host === "") at.invalid("", `host must be specified${FORM}`);
  if (user !== undefined) at.invalid(user, "user information is not permitted in the URL");
  if (fragment !== "") at.invalid(fragment, "fragments are not permitted in the URL");
  if (query !== "") at.invalid(query, "query parameters are not permitted in the URL");
}

/** Checks the service reference of a webhook; the default of its port has been filled in. */
export function checkWebhookService(service: ServiceReference, at: FieldReport): void {
  const { name = "", namespace = "", path, port = 0 } = service;
  if (name === "") at.child("name").required();
  if (namespace === "") at.child("namespace").required();
  const problems = portNumberProblems(port);
  if (problems.length > 0) at.child("port").invalid(port, `port is not valid: ${problems.join(", ")}`);
  if (path !== undefined && path !== null) checkServicePath(path, at.child("path"));
}

function checkServicePath(path: string, at: FieldReport): void {
  if (path === "" || path === "/") return;
  if (path === "//") {
    at.invalid(path, "segment[0] may not be empty");
    return;
  }
  if (!path.startsWith("/")) at.invalid(path, "must start with a '/'");
  // The first byte is removed, even if it is not a slash. If the character has several bytes, the rest of it
  // is invalid UTF-8.
  const rest = path.charCodeAt(0) < 0x80 ? path.slice(1) : `\ufffd${path.slice(1)}`;
  const segments = rest.replace(/\/$/, "").split("/");
  segments.forEach((segment, i) => {
    if (segment === "") at.invalid(path, `segment[${i}] may not be empty`);
    else
      for (const problem of dns1123SubdomainProblems(segment)) at.invalid(path, `segment[${i}]: ${problem}`);
  });
}
