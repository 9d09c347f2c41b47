export const console = {}
