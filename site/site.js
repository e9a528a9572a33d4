// The first groups of pages are open for whoever has not closed them.
for (const group of ["Get started", "Do a task"]) {
  const key = `tsd-accordion-${group}`;
  if (localStorage.getItem(key) === null) localStorage.setItem(key, "true");
}
