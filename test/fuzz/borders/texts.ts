import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
} from "../../../src/api/quantity/quantity.ts";
import { parseFieldSelector } from "../../../src/api/selectors/field-selector.ts";
import { compileLabelSelector } from "../../../src/api/selectors/label-selector.ts";
import { parseLabelSelector } from "../../../src/api/selectors/parse-label-selector.ts";
import {
  dns1123SubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from "../../../src/api/validation/name-format.ts";
import { cidrProblems, formatIp, ipProblems, parseIp } from "../../../src/go/ip-address.ts";
import { parseGoUrl } from "../../../src/go/url.ts";
import { parseJson } from "../../../src/json/parse/parse.ts";
import { formatCheck } from "../../../src/schema/formats/formats.ts";
import { compilePattern } from "../../../src/schema/pattern.ts";
import { requestTimeout } from "../../../src/server/accept/deadline.ts";
import { parseRequestInfo } from "../../../src/server/accept/request-info.ts";
import { WarningRecorder } from "../../../src/server/accept/warning-recorder.ts";
import { bodyType } from "../../../src/server/handle/write/body/read-body.ts";
import { negotiateAnswer } from "../../../src/server/respond/negotiate.ts";
import type { Border } from "../border.ts";

const ONE = parseQuantity("1");
const FORMATS = [
  "date",
  "date-time",
  "duration",
  "email",
  "ipv4",
  "ipv6",
  "cidr",
  "mac",
  "uri",
  "uuid",
  "byte",
  "isbn",
  "creditcard",
  "ssn",
  "hexcolor",
  "rgbcolor",
  "hostname",
  "k8s-short-name",
  "bsonobjectid",
];

/** Texts in paths, queries, headers and fields. */
export const TEXTS: readonly Border[] = [
  {
    name: "quantity",
    corpus: ["1500m", "1.5Gi", "-0.000001", "1e3", "12E-4", "9223372036854775807Ei", "+.5k"],
    run(input) {
      const quantity = parseQuantity(input.toString());
      const text = formatQuantity(quantity);
      compareQuantities(addQuantities(quantity, ONE), quantity);
      return formatQuantity(parseQuantity(text)) === text ? undefined : `${text} is not canonical`;
    },
  },
  {
    name: "label-selector",
    corpus: ["a=b,c!=d,e in (f,g),h notin (),!i,j,k>1,l<2"],
    run: (input) => void parseLabelSelector(input.toString()),
  },
  {
    name: "label-selector-object",
    corpus: ['{"matchLabels":{"a":"b"},"matchExpressions":[{"key":"k","operator":"In","values":["v"]}]}'],
    run: (input) => void compileLabelSelector(parseJson(input)),
  },
  {
    name: "field-selector",
    corpus: ["metadata.name=a,spec.x!=b\\,c,d==e"],
    run: (input) => void parseFieldSelector(input.toString()),
  },
  {
    name: "path",
    corpus: [
      "/api/v1/namespaces/a/pods/b/log?follow=1",
      "/apis/apps/v1/watch/deployments",
      "/healthz?timeout=1s",
      "/api/v1/pods?fieldSelector=metadata.name%3Dx",
    ],
    run(input) {
      const url = input.toString("latin1");
      const mark = url.indexOf("?");
      const path = mark < 0 ? url : url.slice(0, mark);
      const query = new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1));
      parseRequestInfo({ method: "GET", path, query });
      requestTimeout(query.get("timeout"));
      return undefined;
    },
  },
  {
    name: "timeout",
    corpus: ["1h2m3.5s", "-1ms", "0", "1e3s", "100000h"],
    run: (input) => void requestTimeout(input.toString()),
  },
  {
    name: "accept",
    corpus: [
      "application/json;as=Table;v=v1;g=meta.k8s.io,*/*;q=0.5",
      "application/vnd.kubernetes.protobuf, text/html",
    ],
    run: (input) => void negotiateAnswer(input.toString("latin1")),
  },
  {
    name: "content-type",
    corpus: ['application/json; charset="utf-8"', "application/merge-patch+json"],
    run: (input) => void bodyType(input.toString("latin1")),
  },
  {
    name: "warning",
    corpus: ["a warning with é and \u2028", 'unknown field "spec.x"'],
    run(input) {
      const warnings = new WarningRecorder();
      for (const line of input.toString().split("e")) warnings.add(line);
      const bad = warnings.headers().find((value) => /\p{Cc}/u.test(value));
      return bad === undefined ? undefined : "a header with a control character";
    },
  },
  {
    name: "url",
    corpus: ["https://user:pw@example.com:8443/a%20b?c=d#e", "http://[::1%25eth0]:80"],
    run: (input) => void parseGoUrl(input.toString()),
  },
  {
    name: "ip",
    corpus: ["10.0.0.1", "2001:db8::1", "::ffff:1.2.3.4", "10.0.0.0/8", "fe80::1%eth0"],
    run(input) {
      const text = input.toString();
      ipProblems(text);
      cidrProblems(text);
      const ip = parseIp(text);
      return ip === undefined || parseIp(formatIp(ip)) !== undefined
        ? undefined
        : "what was written cannot be read";
    },
  },
  {
    name: "name",
    corpus: ["example.com/a-b_c.d", "web-1", "a".repeat(63)],
    run(input) {
      const text = input.toString();
      for (const problems of [qualifiedNameProblems, labelValueProblems, dns1123SubdomainProblems])
        problems(text);
      return undefined;
    },
  },
  {
    name: "format",
    corpus: [
      "2026-01-02T03:04:05Z",
      "1h30m",
      "a@example.com",
      "01:23:45:67:89:ab",
      "123e4567-e89b-12d3-a456-426614174000",
      "978-3-16-148410-0",
      "4111111111111111",
      "rgb(1,2,3)",
      "3 days",
    ],
    run(input) {
      const text = input.toString();
      for (const format of FORMATS) formatCheck(format)?.(text);
      return undefined;
    },
  },
  {
    name: "pattern",
    corpus: ["^(a+)+$", "[a-z]{1,3}(?i:x)|\\p{L}", "(?P<n>a*)*b"],
    run: (input) => void compilePattern(input.toString())("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"),
  },
];
