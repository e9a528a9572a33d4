import { startInMemoryCluster } from "../src/testing/in-memory-cluster.ts";
import { celCase } from "./differential/areas/cel.ts";
import { Random } from "./differential/random.ts";

const api = await startInMemoryCluster();
const count = new Map<string, number>();
for (let n = 0; n < 60; n++)
  for (const s of celCase(new Random(`q${n}`), process.argv[2]).steps) {
    if (s.settle) continue;
    const r = await api.ask(
      s.method,
      s.path.replaceAll("{{ns}}", "default") + (s.query ? "?dryRun=All" : ""),
      JSON.parse(JSON.stringify(s.body).replaceAll("{{id}}", `i${n}`)),
    );
    const m =
      `${s.name.slice(0, 6)} ${r.status} ` +
      String((r.body as any).message ?? "")
        .replace(/"[^"]*"/g, "q")
        .slice(0, 150) +
      " W:" +
      r.warnings
        .map((w) => w.replace(/.*binding '[^']*'/, "").slice(0, 140))
        .join(" | ")
        .slice(0, 600);
    count.set(m, (count.get(m) ?? 0) + 1);
  }
for (const [m, c] of [...count].sort((a, b) => b[1] - a[1]).slice(0, 60)) console.log(c, m);
process.exit(0);
