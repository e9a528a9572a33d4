import { compareQuantities, formatQuantity, type Quantity } from "../../../../api/quantity/quantity.ts";
import { type JsonObject, text } from "../../../../json/value.ts";
import { type ResourceList, resourceList } from "../resource-list.ts";

/**
 * Amounts that are compared with one entry of a LimitRange. Volume claims have no limits: only their requests
 * are compared.
 */
export interface LimitSubject {
  readonly requests: ResourceList;
  readonly limits: ResourceList | undefined;
}

/** Returns kube-apiserver's texts about all amounts outside the bounds. */
export function limitProblems(limit: JsonObject, subject: LimitSubject): string[] {
  const type = text(limit.type);
  const bounds = (key: string, check: Check) =>
    [...resourceList(limit[key])].flatMap(([name, bound]) => check(type, name, bound, subject) ?? []);
  const max = subject.limits === undefined ? aboveMaxRequest : aboveMax;
  return [
    ...bounds("min", belowMin),
    ...bounds("max", max),
    ...(subject.limits === undefined ? [] : bounds("maxLimitRequestRatio", aboveRatio)),
  ];
}

type Check = (type: string, name: string, bound: Quantity, subject: LimitSubject) => string | undefined;

const less = (a: Quantity, b: Quantity): boolean => compareQuantities(a, b) < 0;

const belowMin: Check = (type, name, bound, { requests, limits }) => {
  const minimum = `minimum ${name} usage per ${type} is ${formatQuantity(bound)}`;
  const request = requests.get(name);
  const limit = limits?.get(name);
  if (request === undefined) return `${minimum}.  No request is specified`;
  if (less(request, bound)) return `${minimum}, but request is ${formatQuantity(request)}`;
  return limit !== undefined && less(limit, bound)
    ? `${minimum}, but limit is ${formatQuantity(limit)}`
    : undefined;
};

const aboveMaxRequest: Check = (type, name, bound, { requests }) => {
  const maximum = `maximum ${name} usage per ${type} is ${formatQuantity(bound)}`;
  const request = requests.get(name);
  if (request === undefined) return `${maximum}.  No request is specified`;
  return less(bound, request) ? `${maximum}, but request is ${formatQuantity(request)}` : undefined;
};

const aboveMax: Check = (type, name, bound, { requests, limits }) => {
  const maximum = `maximum ${name} usage per ${type} is ${formatQuantity(bound)}`;
  const request = requests.get(name);
  const limit = limits?.get(name);
  if (limit === undefined) return `${maximum}.  No limit is specified`;
  if (less(bound, limit)) return `${maximum}, but limit is ${formatQuantity(limit)}`;
  return request !== undefined && less(bound, request)
    ? `${maximum}, but request is ${formatQuantity(request)}`
    : undefined;
};

const aboveRatio: Check = (type, name, bound, { requests, limits }) => {
  const ratio = `${name} max limit to request ratio per ${type} is ${formatQuantity(bound)}`;
  const request = asNumber(requests.get(name));
  const limit = asNumber(limits?.get(name));
  if (request === 0) return `${ratio}, but no request is specified or request is 0`;
  if (limit === 0) return `${ratio}, but no limit is specified or limit is 0`;
  const provided = limit / request;
  return provided > asNumber(bound) ? `${ratio}, but provided ratio is ${provided.toFixed(6)}` : undefined;
};

/** Returns the quantity rounded up to three decimal places, which kube-apiserver compares. */
function asNumber(quantity: Quantity | undefined): number {
  return quantity === undefined
    ? 0
    : Math.ceil(Number(quantity.digits) * 10 ** (quantity.exponent + 3)) / 1000;
}
