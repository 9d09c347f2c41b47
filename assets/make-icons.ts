import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumPath } from '../test/kit/system-packages.ts'

/**
 * `npm run icons`: draws icon.svg in every size that an installer needs. What it makes is kept in the repository, so
 * that packing needs neither a browser nor electron-builder's own tools.
 */

const here = (...names: string[]) => path.join(import.meta.dirname, ...names)

/** Types of Apple's icon container that hold a PNG, by its size; two of them are for screens of double density. */
const appleTypes = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024],
] as const
const linuxSizes = [16, 32, 48, 64, 128, 256, 512, 1024]
const windowsSizes = [16, 24, 32, 48, 64, 128, 256]

type Drawn = ReadonlyMap<number, Buffer>

async function draw(sizes: readonly number[]): Promise<Drawn> {
  const svg = await readFile(here('icon.svg'), 'utf8')
  const executablePath = chromiumPath()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
  const page = await browser.newPage()
  const drawn = new Map<number, Buffer>()
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(`<style>*{margin:0;display:block}svg{width:${size}px;height:${size}px}</style>${svg}`)
    drawn.set(size, await page.screenshot({ omitBackground: true }))
  }
  await browser.close()
  return drawn
}

function pngOf(drawn: Drawn, size: number): Buffer {
  const png = drawn.get(size)
  if (!png) throw new Error(`not drawn: ${size}`)
  return png
}

/** A container of PNGs: a heading, a directory entry of 16 bytes each, the pictures. */
function windowsIcon(drawn: Drawn): Buffer {
  const pictures = windowsSizes.map((size) => ({ size, png: pngOf(drawn, size) }))
  const heading = Buffer.alloc(6)
  heading.writeUInt16LE(1, 2)
  heading.writeUInt16LE(pictures.length, 4)
  let offset = heading.length + 16 * pictures.length
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(16)
    // 256 is written as 0.
    entry.writeUInt8(size % 256, 0)
    entry.writeUInt8(size % 256, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
    return entry
  })
  return Buffer.concat([heading, ...entries, ...pictures.map(({ png }) => png)])
}

function appleIcon(drawn: Drawn): Buffer {
  const chunks = appleTypes.map(([type, size]) => appleChunk(type, pngOf(drawn, size)))
  return appleChunk('icns', Buffer.concat(chunks))
}

/** A type of four letters and the length of the whole, then the content. */
function appleChunk(type: string, content: Buffer): Buffer {
  const heading = Buffer.alloc(8)
  heading.write(type, 'latin1')
  heading.writeUInt32BE(content.length + heading.length, 4)
  return Buffer.concat([heading, content])
}

const drawn = await draw([...new Set([...linuxSizes, ...windowsSizes])])
await mkdir(here('icons'), { recursive: true })
for (const size of linuxSizes) await writeFile(here('icons', `${size}x${size}.png`), pngOf(drawn, size))
await writeFile(here('icon.ico'), windowsIcon(drawn))
await writeFile(here('icon.icns'), appleIcon(drawn))
