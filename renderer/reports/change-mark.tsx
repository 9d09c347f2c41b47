import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react'
import type { ReportCell, ReportColumn } from '../../preload/contract/reports.ts'
import { changeOf, type ReportWords } from './report-words.ts'

export interface ChangeMarkProps {
  readonly now: ReportCell
  readonly before: ReportCell
  readonly kind: ReportColumn['kind']
  readonly words: ReportWords
  /** The number alone, where many stand below one another; the words are heard and in the hover. */
  readonly short?: boolean
}

/** How much more or less than before, without a judgement: more is better of some figures and worse of others. */
export function ChangeMark({ now, before, kind, words, short = false }: ChangeMarkProps) {
  const share = changeOf(now, before)
  if (share === null) return null
  const said = words.change(now, before, kind)
  const isSame = said === words.change(before, before, kind)
  return (
    <span className="report-change" title={short ? said : undefined}>
      <ChangeIcon share={isSame ? 0 : share} />
      {short ? (
        <>
          <span aria-hidden="true">{isSame ? '' : words.percent(share)}</span>
          <span className="unseen">{said}</span>
        </>
      ) : (
        said
      )}
    </span>
  )
}

function ChangeIcon({ share }: { readonly share: number }) {
  if (share === 0) return <IconEqual size={12} aria-hidden="true" />
  return share > 0 ? (
    <IconArrowUpRight size={12} aria-hidden="true" />
  ) : (
    <IconArrowDownRight size={12} aria-hidden="true" />
  )
}
