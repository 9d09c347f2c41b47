export const captain = {}
