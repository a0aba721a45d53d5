import type { Capabilities, EngineStatus } from './contract/capabilities.ts'
import { getIds, TRANSCRIBERS } from './engines.ts'

interface AiUseInput {
  /** Length of the recording; null: unknown. */
  durationSeconds: number | null
  /** A caption file is included, so nothing is transcribed. */
  withCaptions: boolean
  capabilities: Pick<Capabilities, 'transcribers' | 'analysts'> | undefined
}

/** A recording's usage of AI servers, one sentence per engine; empty if none is used. */
export function aiUseSentences({ durationSeconds, withCaptions, capabilities }: AiUseInput): string[] {
  const sound = withCaptions ? undefined : capabilities?.transcribers.find(({ ready }) => ready)
  const recap = writesRecaps(capabilities)
  const hours = durationSeconds === null ? null : durationSeconds / 3600
  return [
    ...(sound?.hour
      ? [`Audio is transcribed by ${sound.hour.model}${getPlace(sound)}${getCost(sound.hour.dollars, hours)}.`]
      : []),
    ...(recap?.hour
      ? [
          `The recap uses about ${getTokens(recap.hour, hours)} with ${recap.hour.model}${getPlace(recap)}${recap.hour.second_reading ? ', including a second check' : ''}${getCost(recap.hour.dollars, hours)}.`,
        ]
      : []),
  ]
}

/** Whether a model will transcribe a recording: the first ready engine does it, unless there are captions. */
export function transcribesByModel({
  withCaptions,
  capabilities,
}: {
  withCaptions: boolean
  capabilities: Pick<Capabilities, 'transcribers'> | undefined
}): boolean {
  const used = capabilities?.transcribers.find(({ ready }) => ready)
  return !withCaptions && getIds(TRANSCRIBERS).some((id) => id === used?.name && TRANSCRIBERS[id].model)
}

/**
 * The engine that writes recaps with a model, in any chosen language; undefined if recaps are extracted from the
 * call.
 */
export function writesRecaps(capabilities: Pick<Capabilities, 'analysts'> | undefined): EngineStatus | undefined {
  const used = capabilities?.analysts.find(({ ready }) => ready)
  return used?.hour === undefined ? undefined : used
}

function getPlace({ sends_to: host }: EngineStatus): string {
  return ` on ${host ?? 'this server'}`
}

/** Two digits: it is an estimate. */
function getTokens(
  { tokens: perHour, least_tokens: least = 0 }: NonNullable<EngineStatus['hour']>,
  hours: number | null,
): string {
  const tokens = Number((least + ((perHour ?? 0) - least) * (hours ?? 1)).toPrecision(2))
  return `${tokens.toLocaleString('en')} tokens${hours === null ? ' per hour of recording' : ''}`
}

function getCost(perHour: number | null, hours: number | null): string {
  if (perHour === null) return ''
  const dollars = perHour * (hours ?? 1)
  const amount = dollars < 0.01 ? 'less than $0.01' : `about $${dollars.toFixed(2)}`
  return `, ${amount}${hours === null ? ' an hour' : ''}`
}
