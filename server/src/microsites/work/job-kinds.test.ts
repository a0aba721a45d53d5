import { expect, test } from 'vitest'
import type { NewJob } from '../../jobs/queue.ts'
import { enqueueWork, type EnqueueDeps } from './job-kinds.ts'

type Site = Awaited<ReturnType<EnqueueDeps['microsites']['findWorking']>>

/** @returns the job that is added for a microsite. */
async function getJob(site: object, { hasCaptions = false } = {}): Promise<NewJob | undefined> {
  const added: NewJob[] = []
  const fresh = { id: 'a', userId: 'ann', sourceKey: 'key', sample: false, segments: null, engines: null }
  await enqueueWork(
    {
      microsites: { findWorking: async () => ({ ...fresh, transcriptRequest: null, ...site }) as Site },
      storage: { stat: async () => (hasCaptions ? { key: 'captions', size: 1, modifiedAt: new Date(0) } : null) },
      queue: { enqueue: async (job) => void added.push(job) },
    },
    'a',
  )
  return added[0]
}

test('a recording to be transcribed needs the best speech engine, and one with captions needs none', async () => {
  expect(await getJob({})).toMatchObject({ kind: 'microsite', lane: 'long', owner: 'ann', needs: 'speech' })
  expect(await getJob({}, { hasCaptions: true })).toMatchObject({ lane: 'short', needs: null })
  expect(await getJob({ sourceKey: null })).toMatchObject({ lane: 'short', needs: null })
})

test('a request for a named engine needs that one', async () => {
  expect(await getJob({ transcriptRequest: { source: 'sherpa' } })).toMatchObject({ needs: 'speech:sherpa' })
  expect(await getJob({ transcriptRequest: { source: 'speakers' } })).toMatchObject({ lane: 'long', needs: null })
  expect(await getJob({ engines: { next: { analyst: 'llama' } } })).toMatchObject({
    kind: 'recap',
    needs: 'recap:llama',
  })
})
