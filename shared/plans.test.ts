import { expect, test } from 'vitest'
import { PLANS, planFeatures, yearlyPrice, yearlySaving } from './plans.ts'

test('a year costs twelve months less 30 %, in whole dollars', () => {
  expect(
    [PLANS.free, PLANS.pro, PLANS.team].map((plan) => [plan.monthlyPrice, yearlyPrice(plan), yearlySaving(plan)]),
  ).toEqual([
    [0, 0, 0],
    [29, 244, 104],
    [100, 840, 360],
  ])
})

test('a plan advertises the limits that are enforced', () => {
  expect(planFeatures(PLANS.free).slice(0, 3)).toEqual([
    '3 microsites per month',
    'Videos up to 20 minutes',
    'Up to 3 tags',
  ])
  expect(planFeatures(PLANS.pro).slice(0, 3)).toEqual([
    '100 microsites per month',
    'Videos up to 12 hours',
    'Unlimited tags',
  ])
  expect(planFeatures(PLANS.team)[0]).toBe('Unlimited microsites')
})

test('an announced plan can’t be bought yet', () => {
  expect([PLANS.free.available, PLANS.pro.available, PLANS.team.available]).toEqual([true, true, false])
})
