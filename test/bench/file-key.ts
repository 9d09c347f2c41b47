/** Of the data files in the benches: nothing here is secret. */
export const fileKey = '5a'.repeat(32)
