/** Offline sets of conversations. Part of a platform connection's file (platform-files.ts). */
export const conversationsSchema = ''
