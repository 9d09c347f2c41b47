import type { ConsoleCall } from '../../preload/contract/console.ts'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ListTable } from '../ui/list-table.tsx'

/** The head of an answer, its secrets covered. */
export function AnswerHeaders({ headers }: Pick<ConsoleCall, 'headers'>) {
  const texts = useMessages().console.headers
  if (headers.length === 0) return <EmptyState title={texts.none} />
  return (
    <div className="console-list">
      <ListTable caption={texts.caption} columns={[{ label: texts.name, width: 260 }, { label: texts.value }]}>
        {headers.map(([name, value]) => (
          <tr key={name} className="console-line">
            <td className="console-code">{name}</td>
            <td className="console-code">{value}</td>
          </tr>
        ))}
      </ListTable>
    </div>
  )
}
