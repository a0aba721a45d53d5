import type { CaptionChanges } from '../messaging/captions-protocol.ts'
import {
  adoptBlock,
  changedLines,
  continueBlock,
  isDistinctive,
  isTwin,
  openBlock,
  type Block,
  type SeenBlock,
} from './caption-block.ts'

/** State of a meeting's captions so far. */
export interface CaptionTrack {
  /** The turns on the page, from top to bottom. */
  visible: readonly Block[]
  /** Turns that have left the page and may return in other elements, oldest first. */
  remembered: readonly Block[]
  nextId: number
}

export const EMPTY_TRACK: CaptionTrack = { visible: [], remembered: [], nextId: 1 }

const MAX_REMEMBERED = 200

/**
 * Merges in what the page shows now. An element that shows its former text, corrected or continued, is the same turn;
 * a new element is a new turn, unless a turn with the same words was just in its place (the page swaps elements when
 * captions are switched off and on, when its layout changes, and when the reader scrolls).
 * @param seen all turns on the page, from top to bottom; none while captions are off.
 * @param at ms since 1970.
 * @param isList the page shows a part of all turns in order, which the reader can scroll.
 * @returns the new track and the changes to its lines.
 */
export function observeCaptions(
  track: CaptionTrack,
  seen: readonly SeenBlock[],
  at: number,
  isList = false,
): { track: CaptionTrack; changes: CaptionChanges } {
  const shown = withoutTwins(seen.filter(({ speaker, text }) => speaker !== '' && text.trim() !== ''))
  const known = [...track.remembered, ...track.visible]
  const byKey = new Map(known.map((block) => [block.key, block]))
  const kept = shown.map((block) => {
    const former = byKey.get(block.key)
    return former === undefined ? null : continueBlock(former, block, at)
  })
  const free = new Set(known.map(({ id }) => id))
  for (const block of kept) if (block !== null) free.delete(block.id)
  if (isList)
    for (const [index, block] of shown.entries()) {
      if (kept[index] !== null || !isDistinctive(block)) continue
      const found = adopt(track, { block, at, free: (id) => free.has(id), isInPlace: () => false })
      kept[index] = found
      if (found !== null) free.delete(found.id)
    }

  const visible: Block[] = []
  let nextId = track.nextId
  let above = 0
  for (const [index, block] of shown.entries()) {
    const distance = kept.slice(index + 1).findIndex((later) => later !== null) + 1
    const below = kept[index + distance]?.id ?? Infinity
    // Between turns of a list that are known, the place tells a short turn from a repetition.
    const isInPlace = (id: number): boolean => isList && (id === above + 1 || id === below - distance)
    const isAnywhere = !isList || isDistinctive(block) || (above === 0 && below === Infinity)
    const found =
      kept[index] ??
      adopt(track, {
        block,
        at,
        free: (id) => free.has(id) && id > above && id < below && (isAnywhere || isInPlace(id)),
        isInPlace,
      })
    // A list grows at its end: what is unknown above known turns was said before the captions were read.
    if (found === null && isList && below < Infinity) continue
    const now = found ?? openBlock(nextId++, block, at)
    free.delete(now.id)
    if (now.id < track.nextId) above = now.id
    visible.push(now)
  }
  const left = known
    .filter(({ id }) => free.has(id))
    .map((block) => (block.leftAt === null ? { ...block, leftAt: at } : block))
  return { track: { visible, remembered: left.slice(-MAX_REMEMBERED), nextId }, changes: allChanges(known, visible) }
}

/** Finds the turn that a new element continues: first among those that were just on the page. */
function adopt(
  { visible, remembered }: CaptionTrack,
  {
    block,
    at,
    free,
    isInPlace,
  }: { block: SeenBlock; at: number; free: (id: number) => boolean; isInPlace: (id: number) => boolean },
): Block | null {
  for (const former of [...visible, ...remembered.toReversed()]) {
    const adopted = free(former.id) ? adoptBlock(former, block, at, isInPlace(former.id)) : null
    if (adopted !== null) return adopted
  }
  return null
}

function withoutTwins(seen: readonly SeenBlock[]): SeenBlock[] {
  return seen.filter((block, index) => {
    const [above, below] = [seen[index - 1], seen[index + 1]]
    const givenWay = below !== undefined && isTwin(below, block)
    return !givenWay && (above === undefined || above.text === block.text || !isTwin(above, block))
  })
}

function allChanges(known: readonly Block[], visible: readonly Block[]): CaptionChanges {
  const before = new Map(known.map((block) => [block.id, block]))
  const changes: CaptionChanges = { put: [], removed: [] }
  for (const block of visible) {
    const former = before.get(block.id) ?? null
    if (former?.text === block.text && former.speaker === block.speaker) continue
    const { put, removed } = changedLines(former, block)
    changes.put.push(...put)
    changes.removed.push(...removed)
  }
  return changes
}
