import type { JsonObject } from "../../../api/json.ts";
import type { House } from "../../house.ts";
import { formatTime } from "../write/identity.ts";
import { type Page, WARNING } from "./page.ts";

const PATHS = ["/flagz", "/healthz", "/livez", "/metrics", "/readyz", "/statusz", "/version"];

/** `/statusz`: since when the server runs, its version, and the paths for those who look after it. */
export const statuszPage = (house: House): Page => ({
  kind: "Statusz",
  text: () => statusText(house),
  object: () => statusObject(house),
});

const uptime = (): number => Math.floor(process.uptime());
const startedAt = (house: House): number => house.now() - uptime() * 1000;
const binaryVersion = ({ version }: House): string => version.gitVersion.replace(/^v/, "");
const emulationVersion = ({ version }: House): string => `${version.major}.${version.minor}`;

function statusObject(house: House): JsonObject {
  return {
    startTime: formatTime(startedAt(house)),
    uptimeSeconds: uptime(),
    goVersion: "",
    binaryVersion: binaryVersion(house),
    emulationVersion: emulationVersion(house),
    paths: PATHS,
  };
}

function statusText(house: House): string {
  const seconds = uptime();
  const two = (value: number): string => String(value).padStart(2, "0");
  return [
    "",
    "apiserver statusz",
    WARNING,
    "",
    `Started: ${unixDate(new Date(startedAt(house)))}`,
    `Up: ${Math.floor(seconds / 3600)} hr ${two(Math.floor(seconds / 60) % 60)} min ${two(seconds % 60)} sec`,
    "Go version: ",
    `Binary version: ${binaryVersion(house)}`,
    `Emulation version: ${emulationVersion(house)}`,
    `Paths: ${PATHS.join(" ")}`,
    "",
  ].join("\n");
}

/** `Sat Nov 21 16:40:41 UTC 2026` */
function unixDate(date: Date): string {
  const [, day, month, year, time] = /^(\w+), 0?(\d+ \w+) (\d+) (\S+)/.exec(date.toUTCString()) ?? [];
  const [number = "", name = ""] = (month ?? "").split(" ");
  return `${day} ${name} ${number.padStart(2)} ${time} UTC ${year}`;
}
