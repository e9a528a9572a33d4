import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1123SubdomainProblems, regexProblem } from "../../../../api/validation/name-format.ts";

const HTTP_PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const isHttpPath = new RegExp(`^${HTTP_PATH}$`);

/** Checks a path with a domain: `example.com/some/path`. */
export function checkDomainPrefixedPath(value: string, at: FieldReport): void {
  const [, host = "", path = ""] = /^([^/]*)\/(.*)$/s.exec(value) ?? [];
  if (value === "") at.required();
  else if (host === "" || path === "")
    at.invalid(value, 'must be a domain-prefixed path (such as "acme.io/foo")');
  else {
    at.problems(host, dns1123SubdomainProblems(host));
    if (!isHttpPath.test(path)) at.invalid(path, regexProblem("Invalid path", HTTP_PATH));
  }
}
