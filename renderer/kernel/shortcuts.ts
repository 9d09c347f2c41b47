import { createContext, useContext, useEffect, useRef } from 'react'

/** One or more keys with an action; `?` shows them with their label. */
export interface Shortcut {
  /** `mod+k` (Ctrl, on a Mac ⌘), `shift+enter`, `?`, or keys one after another: `g p`. */
  readonly keys: string
  readonly label: string
  /** Null for keys that a part of the screen handles itself: they are only listed. */
  readonly run: (() => void) | null
}

export interface Shortcuts {
  /** Adds shortcuts until the returned function is called. Those added last win. */
  add(scope: 'everywhere' | 'screen', read: () => readonly Shortcut[]): () => void
  list(scope: 'everywhere' | 'screen'): readonly Shortcut[]
  /** Passes a key press to its shortcut. Keys typed into a field go to the field. */
  handle(event: KeyboardEvent): void
}

/** The second key of `g p` must follow the first within this time, in milliseconds of the events' own clock. */
const sequencePatience = 1200

export function createShortcuts(mac = isMac()): Shortcuts {
  const added: { readonly scope: 'everywhere' | 'screen'; readonly read: () => readonly Shortcut[] }[] = []
  let first: { readonly key: string; readonly at: number } | undefined

  const list = (scope: 'everywhere' | 'screen') =>
    added.filter((entry) => entry.scope === scope).flatMap((entry) => entry.read())

  return {
    add(scope, read) {
      const entry = { scope, read }
      added.push(entry)
      return () => void added.splice(added.indexOf(entry), 1)
    },
    list,
    handle(event) {
      if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return
      const pressed = chordOf(event, mac)
      const plain = !/^(mod|ctrl|meta|alt)\+/.test(pressed)
      if ((plain || editing.has(pressed)) && (takesText(event.target) || isInDialog(event.target))) return
      const recent = first && event.timeStamp - first.at < sequencePatience ? `${first.key} ${pressed}` : undefined
      const candidates = [...list('screen').toReversed(), ...list('everywhere')].filter(({ run }) => run !== null)
      // `g a` is its own key: the screen's plain `a` must not take its second half.
      const match =
        candidates.find((shortcut) => shortcut.keys === recent) ??
        candidates.find((shortcut) => shortcut.keys === pressed)
      const begins = !match && candidates.some((shortcut) => shortcut.keys.startsWith(`${pressed} `))
      first = begins ? { key: pressed, at: event.timeStamp } : undefined
      if (!match) return
      event.preventDefault()
      match.run?.()
    },
  }
}

/** In a field these keys belong to the field. */
const editing: ReadonlySet<string> = new Set(['mod+a', 'mod+c', 'mod+x', 'mod+v', 'mod+z', 'mod+shift+z'])

const isModifier = (key: string) => key === 'Control' || key === 'Shift' || key === 'Alt' || key === 'Meta'

/**
 * The press in the form of `keys`. Shift counts only where the key itself does not show it (`?` is not `shift+?`).
 * AltGr, which Windows reports as Ctrl and Alt, does not count: `?` and `/` are typed with it on many Brazilian
 * keyboards.
 */
function chordOf(event: KeyboardEvent, mac: boolean): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase()
  const named = key.length > 1 || /[a-z0-9]/.test(key)
  const typed = event.getModifierState('AltGraph')
  return [
    hasMod(event, mac) && !typed ? 'mod+' : '',
    event.ctrlKey && mac ? 'ctrl+' : '',
    event.metaKey && !mac ? 'meta+' : '',
    event.altKey && !typed ? 'alt+' : '',
    event.shiftKey && named ? 'shift+' : '',
    key,
  ].join('')
}

/** Whether the element is a field that letters are typed into. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  // A pressed checkbox or radio button keeps the focus, and takes no letters.
  if (target instanceof HTMLInputElement && /^(radio|checkbox|button|submit)$/.test(target.type)) return false
  return target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)
}

/** Menus find their items by letters. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null
}

/** Whether only the key for commands is held: ⌘ on a Mac, where Ctrl belongs to the system, else Ctrl. */
export function hasMod(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>, mac = isMac()): boolean {
  return mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
}

/** Shortcuts as they are written on the keyboard: `Ctrl K`, `⌘ K`, `G P`. */
export function keyNames(keys: string, mac = isMac()): readonly string[] {
  const names = mac ? { ...everyName, ...macNames } : { ...everyName, ...otherNames }
  return keys
    .split(' ')
    .flatMap((chord) => chord.split('+'))
    .map(
      (key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : `${key.charAt(0).toUpperCase()}${key.slice(1)}`),
    )
}

/** One shortcut inside a sentence: `Ctrl A`, `⌘A`. */
export function keyText(keys: string, mac = isMac()): string {
  return keyNames(keys, mac).join(mac ? '' : ' ')
}

/** The same keys for `aria-keyshortcuts`. */
export function ariaKeys(keys: string, mac = isMac()): string {
  return keys.replace('mod', mac ? 'Meta' : 'Control')
}

/** The keys for the last place, as browsers of the system have them: on a Mac, Option and an arrow move by words. */
export const backKeys = (mac = isMac()) => (mac ? 'mod+[' : 'alt+arrowleft')

const everyName: Readonly<Record<string, string>> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  space: '␣',
}
const macNames: Readonly<Record<string, string>> = {
  mod: '⌘',
  alt: '⌥',
  shift: '⇧',
  enter: '↩',
  escape: 'esc',
  backspace: '⌫',
  delete: '⌦',
}
const otherNames: Readonly<Record<string, string>> = { mod: 'Ctrl', escape: 'Esc', delete: 'Del' }

function isMac(): boolean {
  return /Mac/.test(navigator.userAgent)
}

export const ShortcutsContext = createContext<Shortcuts | undefined>(undefined)

/** Activates these shortcuts, and lists them under `?`, while the screen is open. */
export function useShortcuts(shortcuts: readonly Shortcut[], scope: 'everywhere' | 'screen' = 'screen') {
  const registry = useContext(ShortcutsContext)
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => registry?.add(scope, () => latest.current), [registry, scope])
}
