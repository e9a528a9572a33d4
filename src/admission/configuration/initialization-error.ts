/** What is wrong with settings that can be read: the plugin is made, and cannot begin. */
export class InitializationError extends Error {}
