/** Wrong usage that only shows when the data are known: exit 2, with a sentence. */
export class UsageError extends Error {}

/** The command was stopped by Ctrl+C: exit 130. */
export const cancelledExit = 130
