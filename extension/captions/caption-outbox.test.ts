import { expect, it } from 'vitest'
import type { CaptionChanges } from '../messaging/captions-protocol.ts'
import { createCaptionOutbox } from './caption-outbox.ts'

const line = (id: string, text: string) => ({ id, speaker: 'Ann', text, startedAt: 1, endedAt: 2 })

it('a line that is corrected several times is sent once, as it is in the end', async () => {
  const sent: CaptionChanges[] = []
  const outbox = createCaptionOutbox(async (changes) => void sent.push(changes))
  outbox.add({ put: [line('1-0', 'a'), line('1-1', 'b')], removed: [] })
  outbox.add({ put: [line('1-0', 'c')], removed: ['1-1'] })
  await outbox.flush()
  await outbox.flush()
  expect(sent).toEqual([{ put: [line('1-0', 'c')], removed: ['1-1'] }])
})

it('what could not be sent is sent the next time, unless it has changed since', async () => {
  const sent: CaptionChanges[] = []
  let reachable = false
  const outbox = createCaptionOutbox(async (changes) => {
    if (!reachable) throw new Error('no background')
    sent.push(changes)
  })
  outbox.add({ put: [line('1-0', 'a'), line('2-0', 'x')], removed: [] })
  await outbox.flush()
  reachable = true
  outbox.add({ put: [line('1-0', 'b')], removed: [] })
  await outbox.flush()
  expect(sent).toEqual([{ put: [line('1-0', 'b'), line('2-0', 'x')], removed: [] }])
})
