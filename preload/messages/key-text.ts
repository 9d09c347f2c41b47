/** Writes a shortcut (`mod+a`, `shift+enter`) as the keyboard of the system has it; the screens know how (`keyText`). */
export type KeyText = (keys: string) => string
