import type { BrowserContext, Page } from '@playwright/test'

/** The longest that one way between page and main takes, in ms. */
const longestMs = 250
/** How many times slower the processor is. */
const slowdown = 1.5

/**
 * Makes the pages of a context slow on purpose, like a busy laptop: a slow processor, and up to 250 ms on the way to
 * main. Answers overtake each other. What a test takes for there without having waited for it then fails here, not once
 * in a hundred runs. Asked for by CRUZA_SLOW=1.
 */
export async function slowPages(context: BrowserContext): Promise<void> {
  await context.route('**/api/call', async (route) => {
    await rest()
    // The host may close a kept connection just when it is used again, which a browser repairs by itself.
    const response = await route.fetch({ maxRetries: 2 }).catch(() => undefined)
    await rest()
    // Without an answer the host is gone; where nobody hears it any more, the page is.
    await (response ? route.fulfill({ response }) : route.abort('connectionrefused')).catch(() => undefined)
  })
  context.on('page', (page) => void slowProcessor(page))
}

const rest = () => new Promise((resolve) => setTimeout(resolve, Math.random() * longestMs))

async function slowProcessor(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}
