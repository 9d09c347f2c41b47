/** Of a name that a person gives to something stored here, in characters. */
export const longestName = 120
/** Of a list, a run, a recipe or a file, whose names come from files. */
export const longestFileName = 150
