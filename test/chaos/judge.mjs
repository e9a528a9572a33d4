import { isDeepStrictEqual } from "node:util";
import { compare } from "../informers/round.mjs";
import { judgedBy, NAMESPACE } from "./writers.mjs";

const PATIENCE_MS = 60_000;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Everything that is not as it has to be, in words. */
export async function judge({ replicas, informers, writers, configurations }) {
  const problems = [];
  for (const replica of replicas) problems.push(...(await awaitEffect(replica)));
  const lists = [];
  for (const { client } of replicas)
    lists.push((await client.send("GET", `/api/v1/namespaces/${NAMESPACE}/configmaps`)).body.items);
  problems.push(...differentLists(lists));
  problems.push(...wrongWrites(writers.journals(), lists[0]));
  problems.push(...wrongJudges(writers.judged(), configurations.words, lists[0]));
  for (const { informer } of informers) problems.push(...(await compare(replicas[0].client, informer)));
  return problems;
}

/** Once all is mended every server has to be well, and of one mind with the others, before long. */
async function awaitEffect({ n, client }) {
  const until = performance.now() + PATIENCE_MS;
  let said = "nothing";
  while (performance.now() < until) {
    const { status, body } = await client
      .send("GET", "/readyz/effective")
      .catch((error) => ({ status: 0, body: error.message }));
    if (status === 200) return [];
    said = body;
    await pause(200);
  }
  return [`server ${n + 1} does not come to agree with the others: ${said}`];
}

function differentLists(lists) {
  const maps = lists.map((items) => new Map(items.map((item) => [item.metadata.name, item])));
  const names = new Set(maps.flatMap((map) => [...map.keys()]));
  return [...names].flatMap((name) => {
    const versions = maps.map((map) => map.get(name));
    if (versions.every((version) => isDeepStrictEqual(version, versions[0]))) return [];
    const revisions = versions.map((version) => version?.metadata.resourceVersion ?? "none");
    return [`the servers list ${name} at other revisions: ${revisions.join(", ")}`];
  });
}

function wrongWrites(journals, items) {
  const found = new Map(items.map((item) => [item.metadata.name, item]));
  const known = new Set(["kube-root-ca.crt", ...journals.map(({ name }) => name)]);
  const unasked = [...found.keys()].filter((name) => !known.has(name));
  return [
    ...unasked.map((name) => `${name} was never asked for`),
    ...journals.flatMap((journal) => wrongObject(journal, found.get(journal.name))),
  ];
}

function wrongObject({ name, created, removed, words, refusals }, item) {
  if (item === undefined) {
    const wasThere = created === "acknowledged" && removed !== "acknowledged" && removed !== "unanswered";
    return wasThere ? [`${name} was acknowledged, and is lost (removal: ${removed})`] : [];
  }
  if (removed === "acknowledged") return [`${name} was removed, and is there`];
  if (created === "refused") return [`${name} was refused, and is there`];
  const there = item.data.words.split(" ").filter((word) => word !== "");
  const expected = [...words].filter(([, outcome]) => outcome === "acknowledged").map(([word]) => word);
  const acknowledged = there.filter((word) => words.get(word) === "acknowledged");
  const extra = there.filter((word) => words.get(word) === "refused" || !words.has(word));
  return [
    ...(acknowledged.join() === expected.join()
      ? []
      : [`${name} holds ${there.join()}, and was told to hold ${expected.join()}`]),
    ...(new Set(there).size === there.length ? [] : [`${name} holds a word twice: ${there.join()}`]),
    ...extra.map((word) => `${name} holds ${word}, which was refused: ${refusals.get(word)}`),
  ];
}

function wrongJudges(judged, words, items) {
  const labels = new Map(items.map((item) => [item.metadata.name, judgedBy(item)]));
  return judged.flatMap(({ startedAt, replica, name, judgedBy: version = labels.get(name) }) => {
    if (version === undefined) return [];
    const said = words.filter((word) => word.at <= startedAt && (word.replica ?? replica) === replica);
    const newest = said.at(-1)?.version ?? 0;
    if (version >= newest) return [];
    return [
      `${name} was judged by version ${version} on server ${replica + 1}, which had said that ${newest} is in effect`,
    ];
  });
}
