export const documentation = {}
