// The first groups of pages are open for whoever has not closed them.
for (const group of ["Get started", "Do a task"]) {
  const key = `tsd-accordion-${group}`;
  if (localStorage.getItem(key) === null) localStorage.setItem(key, "true");
}

// "Try it": the page try/ decides with the configurations of an example.
const TRY = `${document.documentElement.dataset.base}try/`;
const CONFIGURATION = /^kind: (?:\w+AdmissionPolicy|\w+WebhookConfiguration|CustomResourceDefinition)$/m;
for (const link of document.querySelectorAll('a[href$="#try"]')) link.href = TRY;
for (const code of document.querySelectorAll("pre > code.yaml")) {
  const configurations = [...code.childNodes]
    .map((node) => (node.nodeName === "BR" ? "\n" : node.textContent))
    .join("");
  if (!CONFIGURATION.test(configurations) || !/^apiVersion: /m.test(configurations)) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "try-it";
  button.textContent = "Try it";
  button.addEventListener("click", async () => {
    // The form of site/try/src/page/link.ts.
    const json = new Blob([JSON.stringify({ configurations })]);
    const packed = await new Response(
      json.stream().pipeThrough(new CompressionStream("deflate-raw")),
    ).arrayBuffer();
    const text = btoa(String.fromCharCode(...new Uint8Array(packed)));
    location.assign(`${TRY}#${text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`);
  });
  code.parentElement.append(button);
}
