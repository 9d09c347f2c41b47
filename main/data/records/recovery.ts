/** The record that says what happened to app.db (`restored` or `lost`), until the person has read it (main/workspace.ts). */
export const recoveryRecord = { collection: 'notices', id: 'records' } as const
