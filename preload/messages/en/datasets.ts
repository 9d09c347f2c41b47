export const datasets = {}
