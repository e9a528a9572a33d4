export function ConfigurationsView() {
  return (
    <section class="page">
      <h1>Configurations</h1>
    </section>
  );
}
