/** Error in settings that can be read: the plugin is created, but cannot start. */
export class InitializationError extends Error {}
