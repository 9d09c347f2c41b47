import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BrowserWindow, type Rectangle, screen } from 'electron'
import * as z from 'zod'

const windowState = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().min(640), height: z.int().min(480) }),
  maximized: z.boolean(),
})
type WindowState = z.output<typeof windowState>

/** Where the window was the last time, if a screen still shows that place. */
export function readWindowState(dir: string): WindowState | undefined {
  try {
    const state = windowState.parse(JSON.parse(readFileSync(fileOf(dir), 'utf8')))
    return screen.getAllDisplays().some(({ workArea }) => overlaps(workArea, state.bounds)) ? state : undefined
  } catch {
    return undefined
  }
}

/** Keeps the window's place and size when it closes. */
export function keepWindowState(window: BrowserWindow, dir: string): void {
  window.on('close', () => {
    const state: WindowState = { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
    const file = fileOf(dir)
    writeFileSync(`${file}.tmp`, JSON.stringify(state))
    renameSync(`${file}.tmp`, file)
  })
}

const fileOf = (dir: string) => path.join(dir, 'window.json')

function overlaps(area: Rectangle, bounds: Rectangle): boolean {
  return (
    bounds.x < area.x + area.width - 100 &&
    bounds.x + bounds.width > area.x + 100 &&
    bounds.y >= area.y - 10 &&
    bounds.y < area.y + area.height - 50
  )
}
