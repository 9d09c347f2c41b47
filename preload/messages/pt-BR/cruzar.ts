export const cruzar = {}
