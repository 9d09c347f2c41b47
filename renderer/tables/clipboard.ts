/**
 * Puts text on the clipboard. Where the page has no permission to write there by itself, the browser's own copy command
 * carries it. Gives false when neither was allowed.
 */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

function copyByCommand(text: string): boolean {
  let copied = false
  const give = (event: ClipboardEvent) => {
    event.stopImmediatePropagation()
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    copied = event.clipboardData !== null
  }
  // Before a table hears it, which would copy once more.
  document.addEventListener('copy', give, { once: true, capture: true })
  // Deprecated, and still the only way for a page that is refused the clipboard permission.
  document.execCommand('copy')
  document.removeEventListener('copy', give, { capture: true })
  return copied
}
