/**
 * What is done after each renderer test, the last added first. The helpers that leave something on the page or in its
 * modules add it.
 */
export const cleanups = new Set<() => void | Promise<void>>()
