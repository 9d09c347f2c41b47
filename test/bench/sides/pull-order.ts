/** The input and the output of both sides of the pull. */
export interface PullOrder {
  readonly dir: string
  readonly platform: {
    readonly url: string
    readonly accountId: number
    readonly brand: string
    readonly token: string
  }
}

export interface PulledSheet {
  readonly seconds: number
  readonly rows: number
  readonly badge: string
}
