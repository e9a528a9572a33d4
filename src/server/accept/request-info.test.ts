import { expect, test } from "vitest";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { parseRequestInfo, requestInfoOf } from "./request-info.ts";

function info(method: string, url: string): string {
  const [path = "", query = ""] = url.split("?");
  const i = parseRequestInfo({ method, path, query: new URLSearchParams(query) });
  return i.isResource
    ? [i.verb, i.group, i.version, i.namespace, i.resource, i.name, i.subresource, i.rest.join("+")].join("|")
    : `${i.verb} ${i.path}`;
}

test.each([
  ["GET", "/api/v1/pods", "list||v1||pods|||"],
  ["GET", "/api/v1/pods?watch=1", "watch||v1||pods|||"],
  ["GET", "/api/v1/watch/namespaces/a/pods/b", "watch||v1|a|pods|b||"],
  ["POST", "/apis/apps/v1/namespaces/a/deployments", "create|apps|v1|a|deployments|||"],
  ["PUT", "/api/v1/namespaces/a/finalize", "update||v1|a|namespaces|a|finalize|"],
  ["GET", "/api/v1/namespaces/a", "get||v1|a|namespaces|a||"],
  ["GET", "/api/v1/namespaces/a/pods/b/proxy/c/d", "get||v1|a|pods|b|proxy|c+d"],
  ["DELETE", "/api/v1/namespaces/a/pods", "deletecollection||v1|a|pods|||"],
  ["GET", "/api/v1/namespaces/a/pods?fieldSelector=metadata.name%3Db", "list||v1|a|pods|b||"],
  [
    "GET",
    "/api/v1/namespaces/a/pods?fieldSelector=spec.x%3D1,metadata.name%3Db&watch=1",
    "watch||v1|a|pods|b||",
  ],
  ["GET", "/api/v1/namespaces/a/pods?fieldSelector=metadata.name%3D..", "list||v1|a|pods|||"],
  ["GET", "/api/v1/namespaces/a/pods?fieldSelector=metadata.name%3Db,x", "list||v1|a|pods|||"],
  ["GET", "/api/v1/namespaces/a/pods?fieldSelector=metadata.name%3Db&limit=x", "list||v1|a|pods|||"],
  ["DELETE", "/api/v1/namespaces/a/pods?fieldSelector=metadata.name%3Db", "deletecollection||v1|a|pods|||"],
  ["GET", "/api/v1/watch/namespaces/a/pods?fieldSelector=metadata.name%3Db", "watch||v1|a|pods|||"],
  ["POST", "/api/v1/watch/pods/b/status/c", "watch||v1||pods|b|status|c"],
  ["PUT", "/api/v1/proxy/namespaces/a/pods/b/c", "proxy||v1|a|pods|b||"],
  ["GET", "/api/v1/namespaces//pods", "list||v1||pods|||"],
  ["GET", "/api/v1//pods", "get||v1|||pods||"],
  ["GET", "//api/v1/pods//", "list||v1||pods|||"],
  ["GET", "/api/v1/pods/%2e%2e/%C3%A4", "get||v1||pods|..|ä|"],
  ["BREW", "/api/v1/pods", "||v1||pods|||"],
  ["GET", "/apis/apps/v1", "get /apis/apps/v1"],
  ["GET", "/healthz", "get /healthz"],
])("parseRequestInfo() reads %s %s", (method, url, expected) => {
  expect(info(method, url)).toBe(expected);
});

test("requestInfoOf() keeps paths of creations, but no long ones", () => {
  const infoOf = (namespace: string) =>
    requestInfoOf(memoryRequest({ method: "POST", url: `/api/v1/namespaces/${namespace}/pods` }));
  expect(infoOf("a")).toBe(infoOf("a"));
  expect(infoOf("a".repeat(300))).not.toBe(infoOf("a".repeat(300)));
});

test.each([
  ["GET", "/api/v1/pods", "a=b"],
  ["GET", "/api/v1/namespaces/a/pods", "a=b"],
  ["DELETE", "/api/v1/namespaces/a/pods", "a=b"],
  ["GET", "/api/v1/namespaces/a/pods/b", ""],
  ["DELETE", "/api/v1/namespaces/a/pods/b", ""],
  ["GET", "/api/v1/watch/namespaces/a/pods", ""],
])("parseRequestInfo() keeps the field selector of %s %s where it selects", (method, path, expected) => {
  const query = new URLSearchParams("fieldSelector=a%3Db");
  expect(parseRequestInfo({ method, path, query }).fieldSelector).toBe(expected);
});
