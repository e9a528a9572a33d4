// Keeps the files of this page, so that it works without a network. A new version of the page has other names.
const KEPT = "try-{{engine}}-{{page}}-{{style}}";
const FILES = ["./", "{{engine}}", "{{jose}}", "{{page}}", "{{style}}"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("try-") && name !== KEPT;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const page = event.request.mode === "navigate";
  // The page itself is asked for first, so that a new version arrives; its files have names of their own.
  const kept = () => caches.match(page ? "./" : event.request);
  event.respondWith(
    page
      ? fetch(event.request).catch(kept)
      : kept().then((response) => response ?? fetch(event.request)),
  );
});
