/**
 * The ref of a field that takes the focus at once, and not when its dialog has come to rest: who presses a key that opens it
 * writes on without waiting, and a letter meant for the field must not decide about what stands behind it.
 */
export function takeFocus(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true })
}
