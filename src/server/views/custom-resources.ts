import type { Registry } from "../../resources/registry.ts";
import type { Views } from "./views.ts";

export function keepCustomResources(_views: Views, _registry: () => Registry, _set: (next: Registry) => void): void {}
