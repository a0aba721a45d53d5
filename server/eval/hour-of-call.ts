import { createOpenAiAnalyst } from '../src/analysis/openai.ts'
import type { TokenPrice } from '../src/analysis/openai-use.ts'
import { createOpenAiClient } from '../src/openai/client.ts'
import { readCalls } from './calls.ts'
import { recapOf } from './recap-of.ts'

/** What the recap of a call takes, for each hour of the call. */
export interface HourOfCall {
  id: string
  minutes: number
  /** Processor time of the analyst without a model and of the verification, s. */
  processorSeconds: number
  /** Of the analyst with a model, as it reports before its first request. */
  requests: number
  inputTokens: number
  outputTokens: number
  /** US dollars at the price that was set; null without one. */
  dollars: number | null
}

const MS_PER_HOUR = 3_600_000

/** Makes a recap of every call of the repository, and estimates what a model would be asked for. Nothing is sent. */
export async function hourOfCall(price: TokenPrice | null): Promise<HourOfCall[]> {
  const calls = [...(await readCalls()), ...(await readCalls('held-out'))]
  const nobody = createOpenAiAnalyst({
    client: createOpenAiClient({ apiKey: 'none', baseUrl: 'http://localhost' }),
    model: 'none',
    atOnce: 1,
    secondReading: true,
  })
  // The first recap pays for code that is read and compiled once.
  if (calls[0]) await recapOf(calls[0].cues)
  const rows: HourOfCall[] = []
  for (const call of calls) {
    const hours = (call.cues.at(-1)?.end_ms ?? 0) / MS_PER_HOUR
    const before = process.cpuUsage()
    const { segments } = await recapOf(call.cues)
    const { user, system } = process.cpuUsage(before)
    const use = nobody.estimate?.({ segments: [...segments] }) ?? { requests: 0, inputTokens: 0, outputTokens: 0 }
    const dollars = price && (use.inputTokens * price.input + use.outputTokens * price.output) / 1_000_000
    rows.push({
      id: call.id,
      minutes: hours * 60,
      processorSeconds: (user + system) / 1_000_000 / hours,
      requests: use.requests / hours,
      inputTokens: use.inputTokens / hours,
      outputTokens: use.outputTokens / hours,
      dollars: dollars && dollars / hours,
    })
  }
  return rows
}
