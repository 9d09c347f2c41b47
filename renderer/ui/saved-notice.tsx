import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { createContext, type ReactNode, useContext } from 'react'
import type { SavedPlace } from '../../preload/contract/saved-files.ts'
import { useTexts } from './texts.tsx'

/** The actions on a saved file, by the id that main gave it. */
export interface FileLinks {
  readonly open: (id: string) => void
  readonly show: (id: string) => void
}

/** For notices. The shell provides the functions. */
export const FileLinksContext = createContext<FileLinks>({ open: () => undefined, show: () => undefined })

export interface SavedNotice {
  readonly title?: string
  readonly message: string
  /** What a spreadsheet does not show of the file: a notice with any stays until it is dismissed. */
  readonly notes?: readonly string[]
  readonly file: SavedPlace
}

/** Shows that a file was saved, with buttons to open it where the host can. */
export function noticeSaved({ title, message, notes = [], file }: SavedNotice): void {
  const text = [message, ...notes].join(' ')
  notifications.show({
    ...(title === undefined ? {} : { title }),
    message: file ? (
      <>
        {text} <FileButtons file={file} />
      </>
    ) : (
      text
    ),
    autoClose: notes.length > 0 ? false : 12_000,
  })
}

function FileButtons({ file }: { readonly file: NonNullable<SavedPlace> }): ReactNode {
  const { common } = useTexts()
  const texts = useTexts().app.notice
  const { open, show } = useContext(FileLinksContext)
  return (
    <span className="one-line">
      {file.opens ? (
        <Button variant="subtle" size="compact-xs" onClick={() => open(file.id)}>
          {common.open}
        </Button>
      ) : null}
      <Button variant="subtle" size="compact-xs" onClick={() => show(file.id)}>
        {texts.showFile}
      </Button>
    </span>
  )
}
