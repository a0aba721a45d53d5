import { describe, expect, test } from 'vitest'
import { segmentsOfScript } from '../extractive/call.testing.ts'
import { firstRun, groupSteps, scoreSteps, type StepScore } from './score-steps.ts'
import { getStepPairs } from './step-features.ts'

const TALK =
  'Ben: The northern yard is full of old cranes.\nAna: It has been like that for years, I think.\nBen: Hm.\nAna: Hm.\nBen: Hm.\nAna: Hm.\n'
const getSteps = (script: string) =>
  groupSteps(scoreSteps(segmentsOfScript(script)), 0.3).map(({ owner, lines }) => [
    owner,
    ...lines.map(({ place }) => place),
  ])

describe('finds a step', () => {
  test.each([
    [
      'of the speaker who promises it',
      "Ana: I'll send you the crane report by Friday.\nBen: Great, thank you.\n",
      'Ana',
    ],
    [
      'of the one who agrees to do what was asked',
      "Ben: Could you send me the list of the cranes?\nAna: Yes, I'll get that to you by Friday.\n",
      'Ana',
    ],
    [
      'of the one whom its line names',
      "Ben: And Ana, you'll send me the report by Friday.\nAna: Yeah, by Friday.\n",
      'Ana',
    ],
  ])('%s', (_, script, owner) => {
    const owners = getSteps(`${TALK.repeat(4)}${script}${TALK.repeat(2)}`).map(([name]) => name)
    expect(new Set(owners)).toEqual(new Set([owner]))
  })

  test('without an owner where lines have no speakers', () => {
    const segments = segmentsOfScript(
      `${TALK.repeat(4)}Ana: I'll send you the crane report by Friday.\nBen: Great, thank you.`,
    ).map((line) => ({ ...line, speaker: null }))
    expect(groupSteps(scoreSteps(segments), 0.3).map(({ owner }) => owner)).toContain(null)
  })
})

test.each([
  ['there are no lines', ''],
  ['people only talk', TALK.repeat(6)],
  ['a line has no words', 'Ana: …\nBen: ?!'],
])('finds no step where %s', (_, script) => {
  expect(getSteps(script)).toEqual([])
})

const line = (owner: string, place: number, score = 0.5, byWords = 0.5): StepScore => ({ owner, place, score, byWords })

test('groups lines of one person near each other', () => {
  const scores = [line('Ana', 1), line('Ben', 2), line('Ana', 4), line('Ana', 8), line('Ana', 20, 0.1)]
  expect(groupSteps(scores, 0.3).map(({ owner, lines }) => [owner, ...lines.map(({ place }) => place)])).toEqual([
    ['Ana', 1, 4],
    ['Ben', 2],
    ['Ana', 8],
  ])
})

test('ignores lines that only score by their neighbors', () => {
  expect(groupSteps([line('Ana', 1, 0.5, 0.1), line('Ana', 2, 0.5, 0.2)], 0.3)).toEqual([])
})

test.each([
  [[], []],
  [[4], [4]],
  [
    [4, 6, 9, 40],
    [4, 6, 9],
  ],
])('takes the first lines that are near each other: %j', (places, run) => {
  expect(firstRun(places)).toEqual(run)
})

test('treats all days, all numbers and all names alike', () => {
  const getWords = (text: string) =>
    [
      ...(getStepPairs(segmentsOfScript(`Ben: Good.\nAna Ruiz: ${text}`))
        .find(({ place }) => place === 1)
        ?.features.keys() ?? []),
    ]
      .filter((feature) => /^self \S+$/.test(feature) && /[A-Z]/.test(feature))
      .toSorted()
  expect(getWords("Ben's twelve cranes on Monday the twenty-third of May")).toEqual(
    getWords('Ben 30 boats on Friday the 2nd of June'),
  )
  expect(getWords('Ana sends them over')).toEqual(['self OWNER'])
})

test('considers at most the speaker and who answers for a line without names', () => {
  const segments = segmentsOfScript(TALK.repeat(2000))
  expect(getStepPairs(segments).length).toBeLessThanOrEqual(2 * segments.length)
})
