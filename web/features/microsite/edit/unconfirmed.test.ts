import { expect, test } from 'vitest'
import { sampleSite } from '../../library/microsite.testing.ts'
import { decideEntries, unconfirmedOf } from './unconfirmed.ts'

const at = (start_ms: number) => ({ start_ms, end_ms: start_ms + 1000, segment_ids: [`s${start_ms}`] })
const quote = (text: string, start: number) => ({ text, ...at(start) })
const pick = (text: string, start: number) => ({ ...quote(text, start), unconfirmed: true })

test('only entries that nobody has confirmed wait for their owner', () => {
  const site = sampleSite({ gpt_quotes: ['By hand', quote('Sure', 1), pick('Maybe', 2), pick(' ', 3)] })
  expect(unconfirmedOf(site, 'quotes').map(({ index, item }) => [index, item.text])).toEqual([[2, 'Maybe']])
  expect(unconfirmedOf({ ...site, quotes: [] }, 'quotes')).toEqual([])
})

test('a kept entry loses its mark and all others stay as they are', () => {
  const site = sampleSite({ gpt_quotes: [pick('One', 1), quote('Two', 2), pick('Three', 3)] })
  const [one] = unconfirmedOf(site, 'quotes')
  expect(one && decideEntries(site, 'quotes', [one], 'keep')).toEqual({
    quotes: [quote('One', 1), quote('Two', 2), pick('Three', 3)],
  })
  expect(one && decideEntries(site, 'quotes', [one], 'remove')).toEqual({
    quotes: [quote('Two', 2), pick('Three', 3)],
  })
})

test('a step that both lists state is kept and removed in both', () => {
  const site = sampleSite({
    gpt_todo_list: [pick('Dana: send the report', 5000), pick('Ben: call', 1)],
    gpt_action_points: ['Talk', pick('Dana will send the report.', 5000)],
  })
  const [step] = unconfirmedOf(site, 'action_points')
  expect(step && decideEntries(site, 'action_points', [step], 'keep')).toEqual({
    todo_list: [quote('Dana: send the report', 5000), pick('Ben: call', 1)],
    action_points: ['Talk', quote('Dana will send the report.', 5000)],
  })
  expect(step && decideEntries(site, 'action_points', [step], 'remove')).toEqual({
    todo_list: [pick('Ben: call', 1)],
    action_points: ['Talk'],
  })
})
