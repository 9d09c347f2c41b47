import { UnstyledButton } from '@mantine/core'
import type { DocHit } from '../../preload/contract/documentation.ts'
import type { Reading } from './documentation-store.ts'

export interface HitListProps {
  readonly hits: readonly DocHit[]
  readonly onRead: (reading: Reading) => void
}

/** What a search found: the title, and the place with the words marked. */
export function HitList({ hits, onRead }: HitListProps) {
  return (
    <ul className="doc-hits">
      {hits.map((hit) => (
        <li key={JSON.stringify(hit.of)}>
          <UnstyledButton className="doc-hit" onClick={() => onRead('file' in hit.of ? hit.of : { article: hit.of })}>
            <span className="doc-hit-title">{hit.title}</span>
            <span className="doc-hit-excerpt">
              {hit.excerpt.map(({ text, marked }, index) => {
                const key = `${index} ${marked}`
                return marked ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>
              })}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
