/** The history of the console, and the types of its answers. Part of a platform connection's file (platform-files.ts). */
export const consoleSchema = ''
