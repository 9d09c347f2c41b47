import { notifications } from '@mantine/notifications'
import { IconFileImport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { listEndings } from '../../preload/values/list-endings.ts'
import { useFeature } from '../kernel/feature.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { failed } from '../kernel/notice-failure.ts'

/**
 * Takes a list or a colleague's review package that is dropped anywhere on the window. While a file is dragged over it,
 * it shows what a drop does. `packages`: the screen expects a package.
 */
export function FileDrop({ packages }: { readonly packages: boolean }) {
  const { dropFile, combine } = useFeature('cruzar')
  const { dropPackage } = useFeature('reviews')
  const messages = useMessages()
  // The name of a file is known only once it is dropped.
  const isCombining = useStore(combine, ({ opened }) => opened)
  const ofList = isCombining ? messages.cruzar.combine.drop : messages.app.drop
  const texts = packages ? messages.reviews.drop : ofList
  const [hovering, setHovering] = useState(false)

  useEffect(() => {
    // Entering a child fires "leave" of its parent afterwards: only a count tells when the file left the window.
    let depth = 0
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    }
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth += 1
      setHovering(true)
    }
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setHovering(false)
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      depth = 0
      setHovering(false)
      take([...(event.dataTransfer?.files ?? [])], dropFile, dropPackage)
    }
    const events = { dragover: over, dragenter: enter, dragleave: leave, drop } as const
    for (const [name, listener] of Object.entries(events)) window.addEventListener(name as 'drop', listener)
    return () => {
      for (const [name, listener] of Object.entries(events)) window.removeEventListener(name as 'drop', listener)
    }
  }, [dropFile, dropPackage])

  if (!hovering) return null
  return (
    <div className="drop-overlay" role="status">
      <div className="drop-target stack">
        <IconFileImport size={40} stroke={1.5} aria-hidden="true" />
        <strong>{texts.title}</strong>
        <span>{texts.hint}</span>
      </div>
    </div>
  )
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Endings of lists, and of files that people take for lists: each of these is refused with its own reason. */
const takenEndings: ReadonlySet<string> = new Set([
  ...listEndings,
  ...'xlsb numbers mht pdf doc docx rar 7z gz gsheet gdoc icloud lnk url webloc'.split(' '),
])

/** Takes one list at a time. Files that cannot be one (a picture, a folder) are refused without being read. */
function take(files: readonly File[], onFile: (file: File) => void, onPackage: (file: File) => void) {
  const texts = messagesNow().app.drop
  const [file] = files
  if (!file) return say(texts.notAFile)
  if (files.length > 1) return say(texts.several)
  if (/\.cruza$/i.test(file.name)) return onPackage(file)
  if (!takenEndings.has(file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase())) return say(texts.notAFile)
  onFile(file)
}

function say(message: string) {
  notifications.show({ ...failed, message })
}
