import type { CallMethod, Route } from '../../preload/contract/console.ts'

const colors: Readonly<Record<Route['effect'], string>> = {
  reads: 'status-resolved',
  writes: 'status-pending',
  destroys: 'outcome-invalida',
}

/** The method of a call in the colour of what it does; the word beside it says the same. */
export function MethodMark({ method, effect }: { readonly method: CallMethod; readonly effect: Route['effect'] }) {
  return (
    <span className="console-method" style={{ color: `var(--${colors[effect]})` }}>
      {method}
    </span>
  )
}
