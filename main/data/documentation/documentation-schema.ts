/** The documentation that was read, with its full-text index. Part of a platform connection's file (platform-files.ts). */
export const documentationSchema = ''
