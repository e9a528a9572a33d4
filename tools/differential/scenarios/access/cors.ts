import { Scenario } from "../scenario.ts";

const ORIGINS = [
  "https://allowed.example.com",
  "https://ALLOWED.example.com",
  "https://other.example.com",
  "http://localhost:8080",
  "https://localhost.evil.com",
  "https://x.wild.example.org",
  "null",
  "",
];
const PATHS = ["/version/", "/api/v1/namespaces/default", "/api/v1/namespaces/none", "/nope", "/healthz"];
const ASKED = [
  { "access-control-request-method": "GET" },
  { "access-control-request-method": "PATCH", "access-control-request-headers": "authorization,x-mine" },
  {},
];

/** Requests of pages in browsers, with and without `--cors-allowed-origins`. */
export function cors(): Scenario {
  const s = new Scenario("cors");
  for (const origin of ORIGINS)
    for (const path of PATHS) {
      s.get(path, [], { headers: { origin } });
      s.get(path, [], { headers: { origin, authorization: null } });
      for (const asked of ASKED)
        s.send("OPTIONS", path, undefined, { headers: { origin, authorization: null, ...asked } });
    }
  s.send("OPTIONS", "/version/", undefined, { headers: { authorization: null } });
  for (const method of ["HEAD", "POST", "DELETE", "TRACE"])
    s.send(method, "/version/", undefined, { headers: { origin: "https://allowed.example.com" } });
  return s;
}
