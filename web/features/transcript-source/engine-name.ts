import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { TRANSCRIBERS, type SpeechEngine } from '@callfolio/shared/engines.ts'

/** What a speech engine is called on the screen: by its host when it is elsewhere. */
export function engineName({ name, sends_to: host }: Pick<EngineStatus, 'sends_to'> & { name: SpeechEngine }): string {
  return host ?? TRANSCRIBERS[name].label
}
