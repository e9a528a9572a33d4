import type { KubeObject } from "../../../../api/meta.ts";
import { formatTime } from "../../../../api/time.ts";
import type { ChangeCheck, FieldReport } from "../../../../api/validation/field-report.ts";
import {
  dns1035LabelProblems,
  dns1123SubdomainProblems,
  nameIsPathSegment,
  portNumberProblems,
} from "../../../../api/validation/name-format.ts";
import { quote } from "../../../../go/quote.ts";
import { record } from "../../../../json/value.ts";
import type {
  APIService,
  APIServiceSpec,
  APIServiceStatus,
} from "../../../../types/tables/apiregistration/v1-types.ts";
import { specOf, statusCleaner } from "../../../define/strategy.ts";

/** Checks group, version, priorities and the service (ValidateAPIService). */
export const checkAPIService: ChangeCheck<APIService> = ({ spec = {} }, _old, at) => {
  const { group = "", version = "", groupPriorityMinimum: minimum = 0, versionPriority = 0 } = spec;
  const path = at.child("spec");
  if (group === "" && version !== "v1")
    path.child("group").required("only v1 may have an empty group and it better be legacy kube");
  path.checkIfSet("group", group, dns1123SubdomainProblems);
  path.check("version", version, dns1035LabelProblems);
  if (minimum <= 0 || minimum > 20000)
    path.child("groupPriorityMinimum").invalid(minimum, "must be positive and less than 20000");
  if (versionPriority <= 0 || versionPriority > 1000)
    path.child("versionPriority").invalid(versionPriority, "must be positive and less than 1000");
  if (spec.service === undefined || spec.service === null) checkLocal(spec, path);
  else checkRemote(spec, spec.service, path);
};

/** The name of an APIService must consist of its version and group. */
export function serviceNameProblems(name: string, prefix: boolean, object?: KubeObject): readonly string[] {
  const problems = nameIsPathSegment(name, prefix);
  if (problems.length > 0) return problems;
  const { version = "", group = "" } = object === undefined ? {} : specOf<APIServiceSpec>(object);
  const wanted = `${version}.${group}`;
  return name === wanted ? [] : [`must be \`spec.version+"."+spec.group\`: ${quote(wanted)}`];
}

function checkLocal({ caBundle = "", insecureSkipTLSVerify = false }: APIServiceSpec, at: FieldReport): void {
  const bytes = Buffer.from(caBundle, "base64").length;
  if (bytes > 0) at.child("caBundle").invalid(`${bytes} bytes`, "local APIServices may not have a caBundle");
  if (insecureSkipTLSVerify)
    at.child("insecureSkipTLSVerify").invalid(true, "local APIServices may not have insecureSkipTLSVerify");
}

function checkRemote(
  spec: APIServiceSpec,
  service: NonNullable<APIServiceSpec["service"]>,
  at: FieldReport,
): void {
  const path = at.child("service");
  const { port = 0 } = service;
  path.require("namespace", service.namespace);
  path.require("name", service.name);
  const problems = portNumberProblems(port);
  if (problems.length > 0) path.child("port").invalid(port, `port is not valid: ${problems.join(", ")}`);
  if (spec.insecureSkipTLSVerify === true && (spec.caBundle ?? "") !== "")
    at.child("insecureSkipTLSVerify").invalid(true, "may not be true if caBundle is present");
}

const clearStatus = statusCleaner("apiregistration/v1.APIService");

/** Sets the status of a new APIService. Groups that this server itself serves are available from the start. */
export function startStatus(object: KubeObject, now: number): void {
  clearStatus(object);
  const { service } = specOf<APIServiceSpec>(object);
  if (service !== undefined && service !== null) return;
  const condition = {
    type: "Available",
    status: "True",
    lastTransitionTime: formatTime(now),
    reason: "Local",
    message: "Local APIServices are always available",
  };
  object.status = { ...record(object.status), conditions: [condition] };
}

/** Checks the status of each condition (ValidateAPIServiceStatus). */
export function checkStatus({ conditions }: APIServiceStatus, _old: unknown, at: FieldReport): void {
  at.eachOf("conditions", conditions, ({ status = "" }, here) =>
    here.supports("status", status, ["True", "False", "Unknown"]),
  );
}
