export const conversations = {}
