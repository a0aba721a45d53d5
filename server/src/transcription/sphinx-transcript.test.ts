import { describe, expect, it } from 'vitest'
import { readResults, type RecognisedUtterance } from './sphinx-batch.ts'
import { toTranscript } from './sphinx-transcript.ts'

function utterance(startMs: number, endMs: number, confidence: number, ...texts: string[]): RecognisedUtterance {
  const step = (endMs - startMs) / texts.length
  return {
    startMs,
    endMs,
    words: texts.map((text, i) => ({
      text,
      start_ms: startMs + i * step,
      end_ms: startMs + (i + 1) * step,
      confidence,
    })),
  }
}

describe('reading the recognizer’s output', () => {
  it('places words at the recording’s times, with their confidence', () => {
    const ctm = '1 1 0.21 0.15 good 0.372\n1 1 0.37 0.66 the(2) 1.000\n0 1 0.00 0.10 hi 0.500\n'
    expect(
      readResults(ctm, [
        { startMs: 0, endMs: 500 },
        { startMs: 12_345, endMs: 20_000 },
      ]),
    ).toEqual([
      { startMs: 0, endMs: 500, words: [{ text: 'hi', start_ms: 0, end_ms: 100, confidence: 0.5 }] },
      {
        startMs: 12_345,
        endMs: 20_000,
        words: [
          { text: 'good', start_ms: 12_550, end_ms: 12_700, confidence: 0.372 },
          { text: 'the', start_ms: 12_710, end_ms: 13_370, confidence: 1 },
        ],
      },
    ])
  })

  it('leaves out noises, foreign utterances and broken lines', () => {
    const ctm =
      '0 1 0.0 0.1 <sil> 1.0\n0 1 0.0 0.1 [NOISE] 1.0\n0 1 0.0 0.1 ++COUGH++ 1\n7 1 0.0 0.1 hi 1\n0 1 x y hi 1\n0 1 0.5 0.1 yes 1.4\n\n0'
    expect(readResults(ctm, [{ startMs: 0, endMs: 900 }])[0]?.words).toEqual([
      { text: 'yes', start_ms: 500, end_ms: 600, confidence: 1 },
    ])
  })
})

describe('the draft transcript', () => {
  it('has a segment for each utterance with words, and says that it is a draft', () => {
    const { segments, info } = toTranscript([
      utterance(0, 1000, 0.9, 'good', 'morning'),
      utterance(2000, 2500, 0.9),
      utterance(3000, 4000, 0.8, 'yes'),
    ])
    expect(segments.map(({ id, start_ms, end_ms, speaker, text }) => [id, start_ms, end_ms, speaker, text])).toEqual([
      ['s1', 0, 1000, null, 'Good morning.'],
      ['s2', 3000, 4000, null, 'Yes.'],
    ])
    expect(info).toMatchObject({
      source: 'sphinx',
      draft: true,
      language: 'en',
      notice: expect.stringMatching(/^Rough automatic draft: many words may be wrong\./),
    })
  })

  it('returns no text that the recognizer itself does not trust', () => {
    const { segments, info } = toTranscript([
      utterance(0, 1000, 0.3, 'thigh', 'mess'),
      utterance(2000, 2500, 0.5, 'or'),
    ])
    expect(segments).toEqual([])
    expect(info).toMatchObject({
      source: 'none',
      draft: false,
      notice: expect.stringMatching(/^No usable transcript: /),
    })
  })

  it('ignores a word in a long noise', () => {
    const noise = { startMs: 0, endMs: 20_000, words: [{ text: 'thigh', start_ms: 5000, end_ms: 5400, confidence: 1 }] }
    expect(toTranscript([noise]).info.notice).toBe('No speech found in this recording.')
    expect(toTranscript([noise, utterance(21_000, 21_500, 0.9, 'yes')]).segments.map(({ text }) => text)).toEqual([
      'Yes.',
    ])
  })
})
