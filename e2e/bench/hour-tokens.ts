import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countTokens as inCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as inO200k } from 'gpt-tokenizer/encoding/o200k_base'
import { capabilitiesSchema, CAPABILITIES_PATH } from '@callfolio/shared/contract/capabilities.ts'
import { asksForVerdicts, startFakeOpenAi, type ChatCall } from '../fakes/openai.ts'
import { signUp } from '../fixtures/client.ts'
import { startServer } from '../fixtures/server.ts'
import { percentile } from './median.ts'
import type { Result } from './result.ts'

/** Calls of 4 to 39 minutes, written for `npm run eval`. */
const CALLS = join(import.meta.dirname, '../../server/eval/sales/chosen-on')
const HOURS = 15
const HOUR_MS = 3_600_000
/** What a chat costs besides its words: for each message, and for the beginning of the answer. */
const MESSAGE_TOKENS = 4
const ANSWER_START_TOKENS = 3
/** Of `changes`, for which the instructions name no number. */
const CHANGES = 6

/**
 * The tokens of an hour of call: what the built product sends to an AI server, counted by the tokenizers of OpenAI's
 * models. The answers are no model's: they have as many entries as the instructions allow, as long as what was said.
 */
export async function benchHourTokens(): Promise<Result[]> {
  const answers = new Map<ChatCall, string>()
  const fake = await startFakeOpenAi({
    write(call) {
      const answer = asksForVerdicts(call) ? allHold(call) : fullRecap(call)
      answers.set(call, JSON.stringify(answer))
      return answer
    },
  })
  const server = await startServer({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.baseUrl, ANALYST: 'openai' })
  try {
    const ann = await signUp(server.url)
    const hours = []
    for (const captions of await hoursOfCalls()) {
      fake.chats.splice(0)
      const site = await ann.finished(await ann.process({ captions }))
      if (site.status !== 'active') throw new Error(`The call became ${site.status}: ${site.error_message}`)
      const count = (countTokens: (text: string) => number) => ({
        read: sumOf(fake.chats, (call) => readTokens(call, countTokens)),
        written: sumOf(fake.chats, (call) => countTokens(answers.get(call) ?? '')),
      })
      hours.push({
        o200k: count(inO200k),
        cl100k: count(inCl100k),
        words: site.segments.flatMap(({ text }) => text.split(/\s+/)).length,
        requests: fake.chats.length,
        limit: sumOf(fake.chats, ({ limit }) => limit ?? 0),
      })
    }
    const capabilities = capabilitiesSchema.parse(await (await ann.get(CAPABILITIES_PATH)).json())
    const told = capabilities.analysts.find(({ name }) => name === 'openai')?.hour?.tokens
    const row = (what: string, values: readonly number[]) => {
      const [least, middle, most] = [0, 50, 100].map((share) => Math.round(percentile(values, share)))
      return { what: `hour-tokens: ${what}`, measured: `${middle} (${least}–${most})`, goal: '–' }
    }
    return [
      row(
        `words of an hour of call, middle of ${HOURS} (least–most)`,
        hours.map(({ words }) => words),
      ),
      row(
        'requests',
        hours.map(({ requests }) => requests),
      ),
      row(
        'tokens read, o200k_base',
        hours.map(({ o200k }) => o200k.read),
      ),
      row(
        'the same, cl100k_base',
        hours.map(({ cl100k }) => cl100k.read),
      ),
      row(
        'tokens written with every entry that the instructions allow, o200k_base',
        hours.map(({ o200k }) => o200k.written),
      ),
      row(
        'the same, cl100k_base',
        hours.map(({ cl100k }) => cl100k.written),
      ),
      row(
        'tokens that the requests let be written at most',
        hours.map(({ limit }) => limit),
      ),
      { what: 'hour-tokens: read and written, as the screens tell it before', measured: String(told), goal: '–' },
    ]
  } finally {
    await server.stop()
    await fake.close()
  }
}

/** Schemas count as they are sent; how a server puts them before its model is its own. */
function readTokens({ messages, schema }: ChatCall, countTokens: (text: string) => number): number {
  return (
    sumOf(messages, ({ content }) => countTokens(content) + MESSAGE_TOKENS) +
    (schema === null ? 0 : countTokens(JSON.stringify(schema))) +
    ANSWER_START_TOKENS
  )
}

/** Calls one after the other, each hour from the next call on, as WebVTT. */
async function hoursOfCalls(): Promise<string[]> {
  const names = (await readdir(CALLS)).filter((name) => name.endsWith('.vtt')).toSorted()
  const calls = await Promise.all(names.map(async (name) => cuesOf(await readFile(join(CALLS, name), 'utf8'))))
  return Array.from({ length: HOURS }, (_, hour) => {
    const cues: string[] = []
    let from = 0
    for (let call = hour * 2; from < HOUR_MS; call += 1) {
      const next = calls[call % calls.length] ?? []
      cues.push(
        ...next
          .filter(({ end }) => from + end <= HOUR_MS)
          .map(({ start, end, text }) => `${stamp(from + start)} --> ${stamp(from + end)}\n${text}`),
      )
      from += next.at(-1)?.end ?? 0
    }
    return `WEBVTT\n\n${cues.join('\n\n')}\n`
  })
}

function cuesOf(captions: string) {
  return [...captions.matchAll(/^(\S+) --> (\S+)\n(.+)$/gm)].map(([, start = '', end = '', text = '']) => ({
    start: Date.parse(`1970-01-01T${start}Z`),
    end: Date.parse(`1970-01-01T${end}Z`),
    text,
  }))
}

function stamp(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23)
}

interface Said {
  lines: string[]
  who: string
  text: string
}

/** A recap of the largest size that the instructions name, its entries as long as lines of the call. */
function fullRecap({ messages: [system, user] }: ChatCall): unknown {
  const instructions = system?.content ?? ''
  const size = (pattern: RegExp) => {
    const found = pattern.exec(instructions)?.[1]
    if (found === undefined) throw new Error(`the instructions have no ${pattern}`)
    return found === 'seven' ? 7 : Number(found)
  }
  const said = saidIn(user?.content ?? '')
  const entries = (count: number, shift: number) =>
    Array.from({ length: count }, (_, i) => said[Math.floor(((i + shift / 8) * said.length) / count) % said.length])
      .filter((found) => found !== undefined)
      .map(({ lines, text }) => ({ text, lines }))
  const steps = size(/todo entries at most (\d+) each/)
  const owned = (shift: number) =>
    entries(steps, shift).map((entry, i) => ({ ...entry, owner: said[i]?.who ?? null, due: 'by Friday afternoon' }))
  return {
    changes: entries(CHANGES, 7),
    title: 'Voltmere and Penhale Coaches: follow-up',
    summary: entries(size(/summary \d+ to (\d+)/), 1).map((entry) => ({ part: 'other', ...entry })),
    quotes: entries(size(/quotes (?:at most|\d+ to) (\d+)/), 2),
    action_points: owned(3),
    important_points: entries(size(/important_points.*at most (seven|\d+)/), 4),
    todo_list: owned(3),
    chapters: entries(size(/an hour about (\d+)/), 5).map(({ text, lines }) => ({
      text: text.split(' ').slice(0, 6).join(' '),
      lines: lines.slice(0, 1),
    })),
  }
}

/** Sentences of a message: lines of a transcript, or the entries of recaps that are put together. */
function saidIn(message: string): Said[] {
  const [, ...rest] = message.split('\n')
  const parsed = rest.map((line): unknown => JSON.parse(line)) as
    | [string, string, string][]
    | [Record<string, Said[]>[]]
  const isMerge = typeof parsed[0]?.[0] === 'object'
  const said = isMerge
    ? (parsed[0] as Record<string, unknown>[]).flatMap((recap) =>
        Object.values(recap).flatMap((list) => (Array.isArray(list) ? (list as Said[]) : [])),
      )
    : (parsed as [string, string, string][]).map(([id, who, text], at, all) => ({
        lines: [id, all[at + 1]?.[0] ?? id],
        who,
        text,
      }))
  return said.filter(({ text }) => /^(?:\S+\s+){7,39}\S+$/.test(text))
}

function allHold({ messages }: ChatCall): unknown {
  const claims = [...(messages[1]?.content ?? '').matchAll(/^\{"claim":"(C\d+)"/gm)].map(([, claim]) => claim)
  return { verdicts: claims.map((claim) => ({ claim, verdict: 'holds' })) }
}

function sumOf<T>(list: readonly T[], of: (each: T) => number): number {
  return list.reduce((sum, each) => sum + of(each), 0)
}
