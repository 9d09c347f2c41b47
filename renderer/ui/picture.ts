import letters from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/** Twice the pixels of the screen: pictures are put into documents. */
const pixelRatio = 2

/**
 * A part of the screen as PNG, base64, in the colours of the light theme, with a line of text below. Parts with
 * `data-screen-only` are left out.
 */
export async function pngOf(part: HTMLElement, text: string): Promise<string> {
  const { toPng } = await import('html-to-image')
  const place = document.createElement('div')
  place.className = 'picture-place'
  const page = document.createElement('div')
  page.className = 'picture-page'
  page.style.width = `${part.clientWidth}px`
  const line = document.createElement('p')
  line.className = 'note'
  line.textContent = text
  page.append(part.cloneNode(true), line)
  place.append(page)
  document.body.append(place)
  try {
    // A picture reads no file: its letters are in it.
    const fontEmbedCSS = `@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(${await dataUrl(letters)})}`
    const address = await toPng(page, { pixelRatio, fontEmbedCSS, filter: isOfPicture })
    return address.slice(address.indexOf(',') + 1)
  } finally {
    place.remove()
  }
}

async function dataUrl(address: string): Promise<string> {
  const blob = await (await fetch(address)).blob()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

function isOfPicture(node: Node): boolean {
  return !(node instanceof HTMLElement && 'screenOnly' in node.dataset)
}
