// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be found
const control = /[\0-\b\v\f\u000e-\u001f\ufffe\uffff]/
const controls = new RegExp(control, 'g')

/** True for a text with characters that XML cannot hold and at which Excel stops reading a CSV. */
export function hasControls(text: string): boolean {
  return control.test(text)
}

/** The text without them; tab, line feed and carriage return stay. */
export function withoutControls(text: string): string {
  return text.replace(controls, '')
}
