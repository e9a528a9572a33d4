import { parseSchedule } from "../../src/api/cron/parse-schedule.ts";
import {
  addQuantities,
  canonicalQuantity,
  canonicalResource,
  compareQuantities,
  formatQuantity,
  parseQuantity,
} from "../../src/api/quantity/quantity.ts";
import { parseFieldSelector } from "../../src/api/selectors/field-selector.ts";
import { parseLabelSelector } from "../../src/api/selectors/parse-label-selector.ts";
import * as names from "../../src/api/validation/name-format.ts";
import { readPem } from "../../src/crypto/pem.ts";
import { parseGoDuration } from "../../src/go/duration.ts";
import { ipProblems, parseCidr } from "../../src/go/ip-address.ts";
import { canonicalMicroTime, canonicalTime } from "../../src/go/time.ts";
import { parseGoUrl } from "../../src/go/url.ts";
import { imageTag } from "../../src/resources/kinds/shared/pod-template/image-name.ts";
import { formatCheck } from "../../src/schema/formats/formats.ts";
import { fill, numbered, RUNS } from "./shapes.mjs";

const FORMATS = (
  "bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 isbn isbn10 isbn13 creditcard ssn hexcolor rgbcolor " +
  "byte date duration datetime k8sshortname k8slongname"
).split(" ");

const formats = FORMATS.map((format) => ({
  name: `format ${format}`,
  inputs: {
    ...RUNS,
    addresses: (size) => fill("a@", size),
    comments: (size) => `a@b${fill(" (", size)})`,
    groups: (size) => fill("1:", size),
  },
  run: (text) => formatCheck(format)(text),
}));

const nameFormats = Object.entries(names)
  .filter(([name, check]) => typeof check === "function" && /Problems$|^nameIs/.test(name))
  .map(([name, check]) => ({ name: `name format ${name}`, inputs: RUNS, run: (text) => check(text, false) }));

const DURATIONS = {
  ...RUNS,
  parts: (size) => fill("1ns", size),
  "parts in two ways": (size) => `00${fill("s000", size)}n`,
  fractions: (size) => `0.${fill("9", size)}h`,
};
const QUANTITIES = {
  ...RUNS,
  "small fraction": (size) => `0.${fill("0", size)}1`,
  nines: (size) => `${fill("9", size)}.${fill("9", size)}`,
  "zeros at the end": (size) => `1${fill("0", size)}`,
  "binary fraction": (size) => `1.${fill("3", size)}Ei`,
  exponent: (size) => `1e${fill("9", size)}`,
  "exponent of zeros": (size) => `1e${fill("0", size)}`,
  suffixes: (size) => `1${fill("eE", size)}`,
};

function calculate(text) {
  const [one, many] = [parseQuantity("1e100000000"), parseQuantity(text)];
  formatQuantity(addQuantities(many, one));
  return compareQuantities(many, one);
}

/** Readers of one text. */
export const TEXTS = [
  { name: "duration", inputs: DURATIONS, run: parseGoDuration },
  { name: "quantity", inputs: QUANTITIES, run: canonicalQuantity },
  { name: "quantity of a resource", inputs: QUANTITIES, run: canonicalResource },
  { name: "sum of quantities", inputs: QUANTITIES, run: calculate },
  {
    name: "time",
    inputs: { ...RUNS, fraction: (size) => `2026-01-01T00:00:00.${fill("1", size)}Z` },
    run: canonicalTime,
  },
  {
    name: "micro time",
    inputs: { ...RUNS, fraction: (size) => `2026-01-01T00:00:00.${fill("1", size)}Z` },
    run: canonicalMicroTime,
  },
  {
    name: "label selector",
    inputs: {
      ...RUNS,
      requirements: (size) => numbered((i) => `k${i}=v`, size),
      values: (size) => `k in (${numbered((i) => `v${i}`, size)})`,
      "same value": (size) => `k in (${fill("v,", size)})`,
      "no end": (size) => fill("k in (", size),
    },
    run: parseLabelSelector,
  },
  {
    name: "field selector",
    inputs: {
      ...RUNS,
      requirements: (size) => numbered((i) => `metadata.name=${i}`, size),
      escapes: (size) => fill("\\,", size),
    },
    run: parseFieldSelector,
  },
  {
    name: "URL",
    inputs: {
      ...RUNS,
      hosts: (size) => `http://${fill("a:", size)}`,
      users: (size) => `http://${fill("a@", size)}`,
    },
    run: parseGoUrl,
  },
  { name: "IP address", inputs: RUNS, run: (text) => ipProblems(text, true) },
  { name: "network", inputs: RUNS, run: parseCidr },
  { name: "image", inputs: RUNS, run: imageTag },
  {
    name: "schedule",
    inputs: {
      ...RUNS,
      fields: (size) => `${fill("1,", size)} * * * *`,
      every: (size) => `@every ${fill("1s", size)}`,
    },
    run: parseSchedule,
  },
  {
    name: "PEM",
    inputs: {
      ...RUNS,
      beginnings: (size) => fill("-----BEGIN A-----\n", size),
      endings: (size) => fill("-----END A-----\n", size),
      headers: (size) => `-----BEGIN A-----\n${fill("a: b\n", size)}`,
      blocks: (size) => fill("-----BEGIN A-----\nAAAA\n-----END A-----\n", size),
      "near misses": (size) => fill("-----BEGIN A-----\nAAAA\n-----END B-----\n", size),
    },
    run: readPem,
  },
  ...formats,
  ...nameFormats,
];
