export function WhatIfView({ name }: { name: string }) {
  return (
    <section class="page">
      <h1>What if {name}</h1>
    </section>
  );
}
