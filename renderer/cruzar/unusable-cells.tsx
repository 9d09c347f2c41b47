import type { ListBudget } from '../../preload/contract/cruzar.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'

export interface UnusableCellsProps {
  readonly id: string
  readonly budget: ListBudget
}

/** Why cells cannot be keys: how many for each reason, then each with its row and text, so that they can be mended. */
export function UnusableCells({ id, budget }: UnusableCellsProps) {
  const { cruzar } = useMessages()
  const format = useFormat()
  const texts = cruzar.budget
  const cells = budget.problems.reduce((sum, problem) => sum + problem.cells, 0)
  return (
    <section id={id} className="unusable" aria-label={texts.unusableTitle(budget.unusable_rows)}>
      <h2 className="unusable-title">{texts.unusableTitle(budget.unusable_rows)}</h2>
      <p className="dim">{texts.unusableHint}</p>
      <ul className="unusable-reasons figures">
        {budget.problems.map(({ reason, cells: count }) => (
          <li key={reason}>
            <strong>{format.number(count)}</strong> {cruzar.reasons[reason]}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className="unusable-scroll" tabIndex={0} aria-label={texts.firstOnes(budget.unusable.length)}>
        <table className="plain-table figures">
          <thead>
            <tr>
              <th scope="col" className="number">
                {texts.row}
              </th>
              <th scope="col">{texts.column}</th>
              <th scope="col">{texts.text}</th>
              <th scope="col">{texts.reason}</th>
            </tr>
          </thead>
          <tbody>
            {budget.unusable.map(({ row, column, reason, text }) => (
              <tr key={`${row} ${column} ${text}`}>
                <td className="number">{format.number(row)}</td>
                <td>{column}</td>
                <td className="unusable-text">
                  {text.trim() === '' ? <span className="dim">{texts.blank}</span> : text}
                </td>
                <td>{cruzar.reasons[reason]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {cells > budget.unusable.length ? <p className="dim figures">{texts.firstOnes(budget.unusable.length)}</p> : null}
    </section>
  )
}
