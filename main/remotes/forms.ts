import { AppFailure } from '../kernel/failure.ts'
import { createHttp, type Fetch, type HttpAnswer } from '../kernel/http.ts'
import { looksLikeHtml } from '../kernel/http-refusal.ts'

export interface FormsDeps {
  readonly fetch: Fetch
  /** Ends in /api/v1 (form-collection.md). */
  readonly baseUrl: string
  /** Reads the API key from the vault. */
  key(): Promise<string>
}

/** The rows of form-collection.md that the app calls. */
export interface Forms {
  /** GET /account: plan and limits; needs a valid key and a plan with API access. */
  account(signal: AbortSignal): Promise<HttpAnswer>
}

export function createForms({ fetch, baseUrl, key }: FormsDeps): Forms {
  const http = createHttp({ fetch, baseUrl, credentials: async () => ({ authorization: `Bearer ${await key()}` }) })
  return {
    async account(signal) {
      const answer = await http.send({ path: '/account', signal, timeoutMs: 20_000 })
      if (looksLikeHtml(answer.text)) throw new AppFailure('captive_portal')
      return answer
    },
  }
}
