export function GraphView() {
  return (
    <section class="page">
      <h1>Dependencies</h1>
    </section>
  );
}
