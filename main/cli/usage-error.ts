/** Wrong usage that only shows when the data are known: exit 2, with a sentence. */
export class UsageError extends Error {}

/** What a command cannot do, in a sentence for whoever typed it: exit 1. */
export class CommandError extends Error {}

/** The command was stopped by Ctrl+C: exit 130. */
export const cancelledExit = 130
