import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readTranscript } from '@callfolio/shared/captions/read-transcript.ts'
import { SAMPLE_CAPTIONS, SAMPLE_RECAP } from '../../microsites/making/sample-call.ts'
import { mergeCues } from '../../transcription/merge-cues.ts'
import { overturnedSegments } from '../extractive/extractive.ts'
import { createStoredAnalyst } from './stored-answer.ts'
import { verifyDraft } from '../verification/verify.ts'

test('the recap of the sample call passes all checks, with nothing withheld or doubtful', async () => {
  const segments = mergeCues(readTranscript(await readFile(SAMPLE_CAPTIONS, 'utf8'), null).segments)
  const signal = new AbortController().signal
  const draft = await createStoredAnalyst(SAMPLE_RECAP).analyse(
    { segments, title: null, description: null, draft: false },
    { signal, onProgress: () => {} },
  )
  const { withheld, warning, use, summary, quotes, actionPoints, importantPoints, todoList } = verifyDraft(
    draft,
    segments,
    { withdrawn: overturnedSegments(segments) },
  )
  expect({ withheld, warning }).toEqual({ withheld: [], warning: undefined })
  const items = [...summary, ...quotes, ...actionPoints, ...importantPoints, ...todoList]
  expect(items.filter(({ unconfirmed, doubt }) => unconfirmed || doubt)).toEqual([])
  expect([summary, quotes, actionPoints, importantPoints, todoList].map(({ length }) => length)).toEqual([
    8, 4, 1, 6, 5,
  ])
  expect(use).toMatchObject({ model: 'a language model', input_tokens: 0 })
})
