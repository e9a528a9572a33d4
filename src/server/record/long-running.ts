import { ownCopy } from "../../async/remembered.ts";
import { Exposition, type Sample } from "../../metrics/exposition.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import { scopeOf } from "./request-metrics.ts";

/** Number of series above which those without open watches are dropped. */
const MOST_SERIES = 10_000;

interface Series {
  readonly labels: Sample["labels"];
  value: number;
}

/** Numbers of open watches (apiserver/pkg/endpoints/metrics/metrics.go, RecordLongRunning). */
export class LongRunning {
  readonly #series = new Map<string, Series>();
  readonly exposition = new Exposition();

  constructor() {
    this.exposition.add({
      name: "apiserver_longrunning_requests",
      help: "Watches that are open.",
      type: "gauge",
      samples: () => this.#series.values(),
    });
  }

  /** Records the begin of a watch. Returns the function to call when the watch ends. */
  begin(info: RequestInfo): () => void {
    const { group, version, resource } = info;
    const key = `${group}/${version}/${resource}/${scopeOf(info)}`;
    const series = this.#series.get(key) ?? newSeries(info);
    this.#series.set(key, series);
    series.value++;
    if (this.#series.size > MOST_SERIES) this.#dropUnused();
    return () => void series.value--;
  }

  #dropUnused(): void {
    for (const [key, { value }] of this.#series) if (value === 0) this.#series.delete(key);
  }
}

/** Returns a new series. Labels are copies, because a part of a path would keep the whole path in memory. */
function newSeries(info: RequestInfo): Series {
  const { group, version, resource, subresource } = info;
  const labels = {
    component: "apiserver",
    group: ownCopy(group),
    resource: ownCopy(resource),
    scope: scopeOf(info),
    subresource: ownCopy(subresource),
    verb: "WATCH",
    version: ownCopy(version),
  };
  return { labels, value: 0 };
}
