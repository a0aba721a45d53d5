import { describe, expect, it } from 'vitest'
import type { CaptionLine } from '../messaging/captions-protocol.ts'
import type { SeenBlock } from './caption-block.ts'
import { EMPTY_TRACK, observeCaptions } from './caption-track.ts'

/** A page: its content at each second. A block is [element, speaker, text]. */
type Frame = [atSeconds: number, ...blocks: [key: number, speaker: string, text: string][]]

/** @returns the final lines as "start–end Name: text", in seconds. */
function collect(...frames: Frame[]): string[] {
  const lines = new Map<string, CaptionLine>()
  let track = EMPTY_TRACK
  for (const [at, ...blocks] of frames) {
    const seen: SeenBlock[] = blocks.map(([key, speaker, text]) => ({ key, speaker, text }))
    const observed = observeCaptions(track, seen, at * 1000)
    track = observed.track
    for (const id of observed.changes.removed) lines.delete(id)
    for (const line of observed.changes.put) lines.set(line.id, line)
  }
  const inOrder = [...lines.values()].sort((a, b) => a.startedAt - b.startedAt)
  return inOrder.map(
    ({ startedAt, endedAt, speaker, text }) => `${startedAt / 1000}–${endedAt / 1000} ${speaker}: ${text}`,
  )
}

const LONG = 'we should look at the contract again before we sign it'

describe('one turn', () => {
  it('keeps the times of earlier words when words are appended', () => {
    expect(
      collect([1, [1, 'Ann', 'Good']], [2, [1, 'Ann', 'Good morning']], [3, [1, 'Ann', 'Good morning everyone']]),
    ).toEqual(['1–3 Ann: Good morning everyone'])
  })

  it('ends a line after a sentence or a pause', () => {
    expect(
      collect([1, [1, 'Ann', 'Hello.']], [2, [1, 'Ann', 'Hello. So']], [6, [1, 'Ann', 'Hello. So we start']]),
    ).toEqual(['1–1 Ann: Hello.', '2–2 Ann: So', '6–6 Ann: we start'])
  })

  it('gives a corrected word the time of the one it replaces', () => {
    expect(
      collect(
        [1, [1, 'Ann', 'We need fifteen']],
        [2, [1, 'Ann', 'We need fifteen seats.']],
        [4, [1, 'Ann', 'We need fifty seats. Now']],
      ),
    ).toEqual(['1–2 Ann: We need fifty seats.', '4–4 Ann: Now'])
  })

  it('may be rewritten completely while it is young', () => {
    expect(collect([1, [1, 'Ann', 'Hey']], [2, [1, 'Ann', 'They said yes']])).toEqual(['1–2 Ann: They said yes'])
  })

  it('may be corrected even before the last turn', () => {
    expect(
      collect(
        [1, [1, 'Ann', LONG]],
        [3, [1, 'Ann', LONG], [2, 'Ben', 'Sure']],
        [4, [1, 'Ann', `${LONG}.`.replace('contract', 'contrast')], [2, 'Ben', 'Sure thing']],
      ),
    ).toEqual(['1–1 Ann: we should look at the contrast again before we sign it.', '3–4 Ben: Sure thing'])
  })

  it('keeps words that scroll away at the front', () => {
    expect(
      collect(
        [1, [1, 'Ann', LONG]],
        [2, [1, 'Ann', `${LONG} today`]],
        [13, [1, 'Ann', 'before we sign it today or tomorrow']],
      ),
    ).toEqual([`1–2 Ann: ${LONG} today`, '13–13 Ann: or tomorrow'])
  })

  it('gives words without spaces between them their own times', () => {
    expect(collect([1, [1, '田中', '今日は']], [4, [1, '田中', '今日は会議です']])).toEqual([
      '1–1 田中: 今日は',
      '4–4 田中: 会議です',
    ])
  })
})

describe('several speakers', () => {
  it('get separate lines when they speak at the same time', () => {
    expect(
      collect(
        [1, [1, 'Ann', 'I think']],
        [1.5, [1, 'Ann', 'I think'], [2, 'Ben', 'Wait']],
        [2, [1, 'Ann', 'I think so'], [2, 'Ben', 'Wait a moment']],
      ),
    ).toEqual(['1–2 Ann: I think so', '1.5–2 Ben: Wait a moment'])
  })

  it('stay in the transcript when their turn leaves the page', () => {
    expect(
      collect(
        [1, [1, 'Ann', 'Yes.']],
        [2, [1, 'Ann', 'Yes.'], [2, 'Ben', 'No.']],
        [3, [2, 'Ben', 'No.'], [3, 'Ann', 'Yes.']],
      ),
    ).toEqual(['1–1 Ann: Yes.', '2–2 Ben: No.', '3–3 Ann: Yes.'])
  })

  it('get a new name on the turn that shows it', () => {
    expect(collect([1, [1, 'iPhone', 'Hello to all']], [2, [1, 'Dana Reyes', 'Hello to all of you']])).toEqual([
      '1–2 Dana Reyes: Hello to all of you',
    ])
  })

  it('begin a new line when an element is reused for another speaker', () => {
    expect(collect([1, [1, 'Ann', 'I think that is all']], [9, [1, 'Ben', 'I']], [10, [1, 'Ben', 'I agree']])).toEqual([
      '1–1 Ann: I think that is all',
      '9–10 Ben: I agree',
    ])
  })

  it('begin a new line when an element is reused for the same speaker', () => {
    expect(collect([1, [1, 'Ann', LONG]], [30, [1, 'Ann', 'Next']], [31, [1, 'Ann', 'Next point']])).toEqual([
      `1–1 Ann: ${LONG}`,
      '30–31 Ann: Next point',
    ])
  })

  it('don’t include text without a name', () => {
    expect(collect([1, [1, '', 'Your camera is off']])).toEqual([])
  })
})

describe('a page that swaps its elements', () => {
  it('doesn’t duplicate turns in new elements', () => {
    expect(
      collect(
        [1, [1, 'Ann', 'Good morning']],
        [2, [1, 'Ann', 'Good morning'], [2, 'Ben', 'Hi']],
        [3, [3, 'Ann', 'Good morning'], [4, 'Ben', 'Hi all']],
      ),
    ).toEqual(['1–1 Ann: Good morning', '2–3 Ben: Hi all'])
  })

  it('doesn’t duplicate turns that return after captions were off', () => {
    expect(collect([1, [1, 'Ann', LONG]], [5], [60, [2, 'Ann', LONG]], [61, [2, 'Ann', `${LONG} now`]])).toEqual([
      `1–1 Ann: ${LONG}`,
      '61–61 Ann: now',
    ])
  })

  it('adds a line for a short answer that is repeated later', () => {
    expect(collect([1, [1, 'Ann', 'Yes.']], [5], [60, [2, 'Ann', 'Yes.']])).toEqual([
      '1–1 Ann: Yes.',
      '60–60 Ann: Yes.',
    ])
    expect(collect([1, [1, 'Ann', 'Yes.']], [5], [60, [1, 'Ann', 'Yes.']])).toEqual([
      '1–1 Ann: Yes.',
      '60–60 Ann: Yes.',
    ])
  })

  it('has one turn when it is shown twice while its element is replaced', () => {
    expect(
      collect(
        [1, [1, 'Ann', 'We can do that']],
        [2, [1, 'Ann', 'We can do that'], [2, 'Ann', 'We can do that today']],
        [3, [2, 'Ann', 'We can do that today then']],
      ),
    ).toEqual(['1–3 Ann: We can do that today then'])
  })

  it('doesn’t duplicate an older turn that is scrolled back into view', () => {
    expect(
      collect(
        [1, [1, 'Ann', LONG]],
        [9, [1, 'Ann', LONG], [2, 'Ben', 'Right']],
        [12, [2, 'Ben', 'Right']],
        [40, [3, 'Ann', LONG], [2, 'Ben', 'Right']],
      ),
    ).toEqual([`1–1 Ann: ${LONG}`, '9–9 Ben: Right'])
  })
})
