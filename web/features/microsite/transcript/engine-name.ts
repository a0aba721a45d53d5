import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'

/** What a speech engine is called on the screen. */
export function engineName({ name, sends_to: host }: Pick<EngineStatus, 'name' | 'sends_to'>): string {
  if (name === 'openai') return host ?? 'the AI server'
  return name === 'sherpa' ? 'the speech model here' : 'the simple engine'
}
