interface Closable {
  close(): unknown
}

/** What `work` gives; `opened` is closed after it. */
export function closing<Opened extends Closable, Result>(opened: Opened, work: (opened: Opened) => Result): Result {
  try {
    return work(opened)
  } finally {
    opened.close()
  }
}

/** What `work` gives; `opened` is closed when it throws. */
export function orClosed<Opened extends Closable, Result>(opened: Opened, work: (opened: Opened) => Result): Result {
  try {
    return work(opened)
  } catch (error) {
    opened.close()
    throw error
  }
}
