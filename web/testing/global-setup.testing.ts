import type { TestProject } from 'vitest/node'
import { buildIfChanged, SERVER } from '../../server/scripts/build.ts'
import { startServer } from '../../e2e/fixtures/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a server whose new accounts have this plan. Only the second one accepts messages to its operator. */
    premiumServer: string
    starterServer: string
  }
}

/**
 * Starts the two servers that all component tests share; each test has its own accounts. @returns a function that
 * stops them.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await buildIfChanged(SERVER)
  const [premium, starter] = await Promise.all([
    startServer(),
    startServer({ DEFAULT_PLAN: 'free', CONTACT_EMAIL: 'desk@calls.example' }),
  ])
  provide('premiumServer', premium.url)
  provide('starterServer', starter.url)
  return async () => {
    await Promise.all([premium.stop(), starter.stop()])
  }
}
