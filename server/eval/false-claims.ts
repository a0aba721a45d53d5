import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { namesOf } from '../src/analysis/call-names.ts'
import { findNumbers } from '../src/analysis/number-words.ts'
import type { CallWithItems, ProposedItem } from './honest-claims.ts'

export type Random = () => number

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const RELATIVE: [RegExp, string][] = [
  [/\btomorrow\b/i, 'today'],
  [/\b(?:today|tonight|this afternoon)\b/i, 'tomorrow'],
  [/\bnext week\b/i, 'this week'],
  [/\bthis week\b/i, 'next week'],
  [/\bin two weeks\b/i, 'in three weeks'],
]
const ORDINALS = [
  'second',
  'third',
  'seventh',
  'ninth',
  'tenth',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'nineteenth',
  'twentieth',
  'twenty first',
  'twenty fourth',
  'twenty-ninth',
  'thirtieth',
]
const UNITS = [
  'dollars',
  'euro',
  'pounds',
  'per cent',
  'percent',
  'minutes',
  'hours',
  'days',
  'weeks',
  'months',
  'years',
]
const STRANGERS = ['Globex', 'Jennifer', 'Brightwater', 'Kowalski', 'Antonio']
const INVENTED = [
  'Everybody agreed to buy a thousand seats at once.',
  'The board has already approved the budget for both regions.',
  'A competitor was chosen and the contract is signed.',
  'The launch was moved because of a security incident.',
]
/** Characters that turn a text's direction or hide in it. */
const HIDDEN = ['\u202E', '\u200B', '\u2066', '\u0007', '\u001B[31m', '\uFEFF', '\u200F']
const NUMBER_BEFORE = '\\d|two|three|four|five|six|seven|eight|nine|ten|eleven|teen|ty|hundred|thousand'
const NUMBER_WORDS = [
  'three',
  'four',
  'nine',
  'eleven',
  'thirteen',
  'sixteen',
  'forty',
  'seventy',
  'ninety',
  'six hundred',
  'eight thousand',
]

/** One way of being false: makes of a true item and its call one that is not so; null where it doesn't apply. */
export type Trick = (proposed: ProposedItem, call: CallWithItems, random: Random) => ProposedItem['item'] | null

export const TRICKS: Record<string, Trick> = {
  'another speaker': (proposed, call, random) => {
    const owner = ownerOf(proposed, call)
    const other = pick(
      speakersOf(call).filter((name) => name !== owner),
      random,
    )
    return owner === null || other === undefined || proposed.kind !== 'action'
      ? null
      : { ...proposed.item, text: replaceName(proposed.item.text, owner, other) }
  },
  "a neighbour's task": (proposed, call, random) => {
    const owner = ownerOf(proposed, call)
    const others = call.items.filter(
      (other) => other.kind === 'action' && ownerOf(other, call) !== owner && ownerOf(other, call) !== null,
    )
    const other = pick(others, random)
    if (owner === null || other === undefined || proposed.kind !== 'action') return null
    const ids = [...new Set([...other.item.segmentIds.slice(0, 3), ...proposed.item.segmentIds.slice(0, 3)])]
    return {
      text: replaceName(other.item.text, ownerOf(other, call) ?? '', owner),
      segmentIds: random() < 0.5 ? ids : proposed.item.segmentIds,
    }
  },
  'not, for yes': ({ item }) => {
    const flipped = denied(item.text)
    return flipped === item.text || /\b(?:not|no|never|without|cannot)\b|n't/i.test(item.text)
      ? null
      : { ...item, text: flipped }
  },
  'refuses to': ({ item, kind }) =>
    kind === 'action' && / will /.test(item.text)
      ? { ...item, text: item.text.replace(/ will /, ' refuses to ') }
      : null,
  'yes, for not': ({ item }) => {
    const flipped = affirmed(item.text)
    return flipped === item.text ? null : { ...item, text: flipped }
  },
  'another number': ({ item }, _, random) => {
    const number = pick(
      findNumbers(item.text).filter(({ text }) => !/^(?:one|first)$/i.test(text) && !isOrdinal(text)),
      random,
    )
    if (number === undefined) return null
    const [value = ''] = number.readings
    const changed = /^\d/.test(number.text)
      ? String(Number(value) + Math.ceil(random() * 9))
      : pick(
          NUMBER_WORDS.filter((words) => words !== number.text),
          random,
        )
    return { ...item, text: item.text.slice(0, number.from) + changed + item.text.slice(number.to) }
  },
  'another magnitude': ({ item }, _, random) => {
    const number = pick(
      findNumbers(item.text).filter(
        ({ text, readings }) => !isOrdinal(text) && [...readings].some((value) => Number(value) > 1),
      ),
      random,
    )
    const [value = ''] = number?.readings ?? []
    return number === undefined
      ? null
      : {
          ...item,
          text:
            item.text.slice(0, number.from) +
            (random() < 0.5 || Number(value) < 100 ? String(Number(value) * 100) : value.slice(0, -1)) +
            item.text.slice(number.to),
        }
  },
  'another unit': ({ item }, _, random) => {
    const unit = UNITS.find((word) => new RegExp(`(?:${NUMBER_BEFORE}) ${word}\\b`).test(item.text))
    const other = pick(
      UNITS.filter((word) => word.slice(0, 3) !== unit?.slice(0, 3)),
      random,
    )
    return unit === undefined ? null : { ...item, text: item.text.replace(new RegExp(`\\b${unit}\\b`), other ?? '') }
  },
  'another day': ({ item }, _, random) => {
    const weekday = WEEKDAYS.find((day) => item.text.includes(day))
    const ordinal =
      /\b(?:twenty[ -](?:first|second|third|fourth|fifth|eighth|ninth)|second|third|ninth|tenth|sixteenth|nineteenth|twentieth|thirtieth)\b/.exec(
        item.text,
      )?.[0]
    const relative = RELATIVE.find(([pattern]) => pattern.test(item.text))
    if (weekday !== undefined && random() < 0.7)
      return {
        ...item,
        text: item.text.replace(
          weekday,
          pick(
            WEEKDAYS.filter((day) => day !== weekday),
            random,
          ) ?? '',
        ),
      }
    if (ordinal !== undefined && /\bthe \w+|of\b/.test(item.text))
      return {
        ...item,
        text: item.text.replace(
          ordinal,
          pick(
            ORDINALS.filter((day) => day.replace('-', ' ') !== ordinal.replace('-', ' ')),
            random,
          ) ?? '',
        ),
      }
    return relative === undefined ? null : { ...item, text: item.text.replace(...relative) }
  },
  'an added day': ({ item, kind }, call, random) => {
    const near = nearOf(item.segmentIds, call).toLowerCase()
    const day = pick(
      WEEKDAYS.filter((name) => !near.includes(name.toLowerCase()) && !['Tuesday', 'Wednesday'].includes(name)),
      random,
    )
    return kind !== 'action' || /day|week|\bth\b|tonight|tomorrow/i.test(item.text + near)
      ? null
      : { ...item, text: item.text.replace(/\.$/, ` by ${day}.`) }
  },
  'another name': ({ item }, call, random) => {
    const names = [...item.text.matchAll(/\p{Lu}\p{Ll}{2,}/gu)]
      .filter(
        ({ 0: name, index }) =>
          index > 0 &&
          !/[:"]\s*$/.test(item.text.slice(0, index)) &&
          !WEEKDAYS.includes(name) &&
          !/^(?:Mrs|Mr|October|June|February|January|May|March|April|Easter)$/.test(name),
      )
      .map(([name]) => name)
    const name = pick(names, random)
    const near = nearOf(item.segmentIds, call).toLowerCase()
    const other = pick(
      [...STRANGERS, ...speakersOf(call)].filter((candidate) => !near.includes(candidate.toLowerCase())),
      random,
    )
    return name === undefined || other === undefined
      ? null
      : {
          ...item,
          text: item.text.replace(
            name,
            random() < 0.3 && call.segments.some(({ speaker }) => speaker?.includes(other))
              ? other.toLowerCase()
              : other,
          ),
        }
  },
  'another name of the call': ({ item }, call, random) => {
    const others = [...namesOf(call.segments.map(({ text }) => text))].filter(
      (name) => !call.segments.some(({ speaker }) => speaker?.toLowerCase().includes(name)),
    )
    const near = nearOf(item.segmentIds, call).toLowerCase()
    const own = pick(
      [...item.text.matchAll(/\p{Lu}\p{Ll}{2,}/gu)]
        .map(([name]) => name)
        .filter((name) => others.includes(name.toLowerCase())),
      random,
    )
    const other = pick(
      others.filter((name) => !near.includes(name)),
      random,
    )
    return own === undefined || other === undefined
      ? null
      : { ...item, text: item.text.replace(own, other[0]?.toUpperCase() + other.slice(1)) }
  },
  'a stranger first': ({ item, kind }, call, random) => {
    const name =
      pick(
        STRANGERS.filter((stranger) => /^\p{Lu}/u.test(stranger)),
        random,
      ) ?? ''
    const owner = /^(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) will/u.exec(item.text)?.[1]
    return kind !== 'action' || owner === undefined || call.segments.some(({ text }) => text.includes(name))
      ? null
      : { ...item, text: item.text.replace(owner, name) }
  },
  'every line named': ({ item }, { segments }) => ({ ...item, segmentIds: segments.map(({ id }) => id) }),
  'lines moved': ({ item }, { segments }, random) => {
    const place = segments.findIndex(({ id }) => id === item.segmentIds[0])
    const to =
      pick(
        segments.map((_, i) => i).filter((i) => Math.abs(i - place) > 12),
        random,
      ) ?? 0
    return {
      ...item,
      segmentIds: item.segmentIds
        .map((_, i) => segments[Math.min(segments.length - 1, to + i)]?.id ?? '')
        .filter((id, i, all) => all.indexOf(id) === i),
    }
  },
  'no such line': ({ item }) => ({ ...item, segmentIds: [...item.segmentIds, 'nowhere'] }),
  'invented': ({ item }, _, random) => ({ ...item, text: pick(INVENTED, random) ?? '' }),
  'hidden characters': ({ item }, _, random) => {
    const at = Math.floor(random() * item.text.length)
    return { ...item, text: item.text.slice(0, at) + (pick(HIDDEN, random) ?? '') + item.text.slice(at) }
  },
}

function denied(text: string): string {
  return text.replace(
    / (will|can|is|are|wants|gets|has|have) /,
    (found, verb: string) =>
      ({
        will: ' will not ',
        can: ' cannot ',
        is: ' is not ',
        are: ' are not ',
        wants: ' does not want ',
        gets: ' does not get ',
        has: ' has no ',
        have: ' have no ',
      })[verb] ?? found,
  )
}

/** Leaves the "not" of a sentence out. */
function affirmed(text: string): string {
  return text
    .replace(/\b(w)on['’]t\b/i, '$1ill')
    .replace(/\bcan(?:no|['’])t\b/i, 'can')
    .replace(/\b(do|does|did|is|are|was|were|would|could|should|has|have|had)n['’]t\b/i, '$1')
    .replace(/\b(will|can|is|are|do|does|need|would|should) not\b/i, '$1')
    .replace(/\bwithout\b/i, 'with')
    .replace(/\brefused\b/i, 'accepted')
    .replace(/\bneed not\b/i, 'need')
    .replace(/\bnever\b/i, 'always')
}

function isOrdinal(text: string): boolean {
  return /(?:st|nd|rd|th)$/.test(text) || /second|third$/.test(text)
}

function nearOf(ids: readonly string[], { segments }: CallWithItems): string {
  return segments
    .flatMap((_, i) =>
      segments.slice(Math.max(0, i - 3), i + 4).some(({ id }) => ids.includes(id))
        ? [`${segments[i]?.speaker} ${segments[i]?.text}`]
        : [],
    )
    .join(' ')
}

function speakersOf({ segments }: { segments: readonly Segment[] }): string[] {
  return [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))]
}

function ownerOf({ item }: ProposedItem, call: CallWithItems): string | null {
  return (
    speakersOf(call).find(
      (name) => item.text.startsWith(`${name} `) || item.text.startsWith(`${name.split(' ')[0]} `),
    ) ?? null
  )
}

function replaceName(text: string, name: string, other: string): string {
  return text.startsWith(name)
    ? other + text.slice(name.length)
    : (other.split(' ')[0] ?? other) + text.slice((name.split(' ')[0] ?? name).length)
}

export function pick<T>(from: readonly T[], random: Random): T | undefined {
  return from[Math.floor(random() * from.length)]
}
