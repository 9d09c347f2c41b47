interface Closable {
  close(): unknown
}

/** Gives the result of `work` and closes `opened` after it. */
export function closing<Opened extends Closable, Result>(opened: Opened, work: (opened: Opened) => Result): Result {
  try {
    return work(opened)
  } finally {
    opened.close()
  }
}

/** Gives the result of `work`; closes `opened` when it throws. */
export function orClosed<Opened extends Closable, Result>(opened: Opened, work: (opened: Opened) => Result): Result {
  try {
    return work(opened)
  } catch (error) {
    opened.close()
    throw error
  }
}
