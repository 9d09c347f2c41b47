import path from 'node:path'
import type { BrowserWindow, Rectangle } from 'electron'
import * as z from 'zod'
import { readRegularFileSync, writeWholeSync } from '../kernel/replace-file.ts'

const mostBytes = 65_536
const windowState = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().min(640), height: z.int().min(480) }),
  maximized: z.boolean(),
})
export type WindowState = z.output<typeof windowState>

/**
 * The window's last place, moved into sight where no display (`areas`, without task bars) shows it now. Undefined on a
 * first start.
 */
export function readWindowState(dir: string, areas: readonly Rectangle[]): WindowState | undefined {
  try {
    const { bounds, maximized } = windowState.parse(
      JSON.parse(readRegularFileSync(fileOf(dir), mostBytes).toString('utf8')),
    )
    return { bounds: inSight(bounds, areas), maximized }
  } catch {
    return undefined
  }
}

/**
 * Stores the window's position, its normal size and whether it was maximised. It does so on close and when the person's
 * session ends, which Windows reports in no other way. For a minimised or full-screen window it stores the state
 * before.
 */
export function keepWindowState(window: BrowserWindow, dir: string, restored: WindowState | undefined): void {
  // A minimised window reports itself as not maximised.
  let maximized = restored?.maximized ?? false
  window.on('maximize', () => {
    maximized = true
  })
  window.on('unmaximize', () => {
    maximized = false
  })
  const keep = () => {
    const state: WindowState = { bounds: window.getNormalBounds(), maximized }
    try {
      writeWholeSync(fileOf(dir), JSON.stringify(state), { longestMs: 200 })
    } catch {
      // A folder that cannot be written, or a file in use: the window opens where it was before.
    }
  }
  window.on('close', keep)
  window.on('session-end', keep)
}

/** Shows the window as it was. Maximising a hidden window would show it before it has content. */
export function showRestored(window: Pick<BrowserWindow, 'maximize' | 'show'>, state: WindowState | undefined): void {
  if (state?.maximized) window.maximize()
  window.show()
}

/**
 * Returns the bounds unchanged where a display shows enough of the title bar to drag, else moves them into the first
 * display.
 */
export function inSight(bounds: Rectangle, areas: readonly Rectangle[]): Rectangle {
  const [first] = areas
  if (!first || areas.some((area) => overlaps(area, bounds))) return bounds
  const width = Math.min(bounds.width, first.width)
  const height = Math.min(bounds.height, first.height)
  const x = first.x + Math.round((first.width - width) / 2)
  const y = first.y + Math.round((first.height - height) / 2)
  return { x, y, width, height }
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
