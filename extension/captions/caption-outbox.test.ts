import { expect, it } from 'vitest'
import type { CaptionChanges } from '../messaging/captions-protocol.ts'
import { createCaptionOutbox } from './caption-outbox.ts'

const line = (id: string, text: string) => ({ id, speaker: 'Ann', text, startedAt: 1, endedAt: 2 })

it('sends a line that is corrected several times once, in its final form', async () => {
  const sent: CaptionChanges[] = []
  const outbox = createCaptionOutbox(async (changes) => void sent.push(changes))
  outbox.add({ put: [line('1-0', 'a'), line('1-1', 'b')], removed: [] })
  outbox.add({ put: [line('1-0', 'c')], removed: ['1-1'] })
  await outbox.flush()
  await outbox.flush()
  expect(sent).toEqual([{ put: [line('1-0', 'c')], removed: ['1-1'] }])
})

it('resends failed changes the next time, unless they have changed since', async () => {
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
