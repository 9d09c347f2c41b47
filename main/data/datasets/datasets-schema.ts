/** Records that were saved from answers. Part of a platform connection's file (platform-files.ts). */
export const datasetsSchema = ''
