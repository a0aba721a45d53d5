import { expect, test } from 'vitest'
import { PLANS } from '@callfolio/shared/plans.ts'
import { canBuy, isIncluded, type Standing } from './plan-choice.ts'

const END = '2026-12-24T12:00:00.000Z'
const standing = (part: Partial<Standing>): Standing => ({
  plan: PLANS.free,
  paid: false,
  billed: false,
  periodEnd: null,
  ...part,
})

test.each<[string, Standing | null, boolean]>([
  ['a visitor', null, true],
  ['who has Starter', standing({}), true],
  ['whose plan is not known', standing({ plan: null }), true],
  ['who pays for Premium', standing({ plan: PLANS.pro, paid: true, billed: true, periodEnd: END }), false],
  ['whose payments fail', standing({ paid: true, billed: true }), false],
  ['who pays beside what they are given', standing({ plan: PLANS.pro, billed: true, periodEnd: END }), false],
  ['who is given Premium until a day', standing({ plan: PLANS.pro, periodEnd: END }), true],
  ['who is given Premium for good', standing({ plan: PLANS.pro }), false],
  ['who is given Teams', standing({ plan: PLANS.team, periodEnd: END }), false],
  ['who has cancelled and has paid time left', standing({ plan: PLANS.pro, paid: true, periodEnd: END }), false],
])('Premium can be bought by %s: %3$s', (_who, who, sold) => {
  expect(canBuy(PLANS.pro, who)).toBe(sold)
})

test('only available paid plans can be bought', () => {
  expect([PLANS.free, PLANS.team].map((plan) => canBuy(plan, null))).toEqual([false, false])
})

test('a plan is included only in higher ones', () => {
  expect([PLANS.free, PLANS.pro, PLANS.team].map((plan) => isIncluded(plan, PLANS.pro))).toEqual([true, false, false])
  expect(isIncluded(PLANS.free, null)).toBe(false)
})
