/** The columns that tables of people have of the notes, once there is a note: the text, and the tags. */
export const noteFields = ['nota', 'nota_etiquetas'] as const
export type NoteField = (typeof noteFields)[number]

export const longestNote = 5000
export const mostTags = 20
export const longestTag = 50
