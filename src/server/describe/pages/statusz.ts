import { formatTime } from "../../../api/time.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Clock } from "../../clock.ts";
import type { VersionSource } from "../version.ts";
import { type Page, WARNING } from "./page.ts";

/** Source of `/statusz`. */
export interface StatusSource extends Clock, VersionSource {}

const PATHS = ["/flagz", "/healthz", "/livez", "/metrics", "/readyz", "/statusz", "/version"];

/** Builds `/statusz`: start time, version, and the paths for administrators. */
export const statuszPage = (source: StatusSource): Page => ({
  kind: "Statusz",
  text: () => statusText(source),
  object: () => statusObject(source),
});

const uptime = (): number => Math.floor(process.uptime());
const startedAt = (source: StatusSource): number => source.now() - uptime() * 1000;
const binaryVersion = ({ version }: StatusSource): string => version.gitVersion.replace(/^v/, "");
const emulationVersion = ({ version, features }: StatusSource): string =>
  `${version.major}.${features.minor}`;

function statusObject(source: StatusSource): JsonObject {
  return {
    startTime: formatTime(startedAt(source)),
    uptimeSeconds: uptime(),
    goVersion: "",
    binaryVersion: binaryVersion(source),
    emulationVersion: emulationVersion(source),
    paths: PATHS,
  };
}

function statusText(source: StatusSource): string {
  const seconds = uptime();
  const two = (value: number): string => String(value).padStart(2, "0");
  return [
    "",
    "apiserver statusz",
    WARNING,
    "",
    `Started: ${unixDate(new Date(startedAt(source)))}`,
    `Up: ${Math.floor(seconds / 3600)} hr ${two(Math.floor(seconds / 60) % 60)} min ${two(seconds % 60)} sec`,
    "Go version: ",
    `Binary version: ${binaryVersion(source)}`,
    `Emulation version: ${emulationVersion(source)}`,
    `Paths: ${PATHS.join(" ")}`,
    "",
  ].join("\n");
}

/** Formats a date: `Sat Nov 21 16:40:41 UTC 2026`. */
function unixDate(date: Date): string {
  const [, day, month, year, time] = /^(\w+), 0?(\d+ \w+) (\d+) (\S+)/.exec(date.toUTCString()) ?? [];
  const [number = "", name = ""] = (month ?? "").split(" ");
  return `${day} ${name} ${number.padStart(2)} ${time} UTC ${year}`;
}
