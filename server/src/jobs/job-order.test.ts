import { expect, test } from 'vitest'
import { getOrder, type OrderedJob } from './job-order.ts'

const job = (id: string, given: Partial<OrderedJob> = {}): OrderedJob => ({
  id,
  lane: 'long',
  owner: id.charAt(0),
  running: false,
  runAt: new Date(Number(id.slice(1))),
  lastTurn: 0,
  ...given,
})
const order = (...jobs: OrderedJob[]) => getOrder(jobs, 'long').map(({ id }) => id)

test('puts running jobs first, then alternates between users', () => {
  expect(order(job('a2'), job('a3'), job('a1', { running: true, lastTurn: 1 }), job('b4'), job('b5'))).toEqual([
    'a1',
    'a2',
    'b4',
    'a3',
    'b5',
  ])
})

test('puts the user with the oldest turn next, and never waits for another lane', () => {
  expect(order(job('a1', { lastTurn: 9 }), job('b2', { lastTurn: 3 }), job('c3', { lane: 'short' }))).toEqual([
    'b2',
    'a1',
  ])
})

test('puts jobs without an owner behind none of them', () => {
  expect(order(job('a1'), job('x2', { owner: null }), job('a3'), job('x4', { owner: null }))).toEqual([
    'a1',
    'x2',
    'x4',
    'a3',
  ])
})
