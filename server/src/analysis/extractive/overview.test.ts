import { expect, test } from 'vitest'
import { weighWords } from './call-words.ts'
import { sentencesOf, type Line } from './call.testing.ts'
import { candidatesOf } from './candidates.ts'
import { overviewOf } from './overview.ts'
import { isTellable } from './points.ts'
import { sidesOf } from './sides.ts'
import { castOf } from './speakers.ts'
import { findSubjects } from './subjects.ts'
import { chooseTasks } from './tasks.ts'
import { createTopicSplitter } from './topics.ts'

function overview(...lines: Line[]) {
  const sentences = sentencesOf(...lines)
  const words = weighWords(sentences)
  const tasks = chooseTasks(sentences, castOf(sentences), { count: 8, firm: 8 })
  return overviewOf({ sentences, candidates: candidatesOf(sentences).filter(isTellable), words, split: createTopicSplitter(sentences, words), subjects: findSubjects(sentences, words), sides: sidesOf(sentences), tasks, count: 5 }).items
}

const MEETING: Line[] = [
  ['Dana', 'The security review is what our customers ask about.'],
  ['Marcus', 'Our auditors want the security review before the summer.'],
  ['Dana', 'I can show the security review from Helpline Cloud.'],
  ['Marcus', 'We looked at Helpline Cloud in twenty days.'],
  ['Dana', 'It took us twenty days as well, Marcus says.'],
]

const SALES_CALL: Line[] = [
  ['Dana', 'Good morning, how is the weather?'],
  ['Marcus', 'Rain, and the car park is a nightmare.'],
  ['Dana', 'Let us begin with what your team does today.'],
  ['Marcus', 'Every order is typed by hand, and last year we lost ninety thousand dollars in orders.'],
  ['Dana', 'The system reads the orders and sends them to the warehouse.'],
  ['Marcus', 'How much is it for our budget?'],
  ['Dana', 'The list price is sixty dollars per seat and month, and the import is included.'],
  ['Marcus', 'That is more than our budget, and we have another offer at forty dollars.'],
  ['Dana', 'I can offer a discount of ten percent on a yearly contract.'],
  ['Marcus', 'We cannot approve anything without a security report.'],
  ['Dana', 'Then let us start the pilot with the Boston warehouse.'],
  ['Marcus', 'Agreed.'],
  ['Dana', 'I will send the security report by Friday.'],
  ['Marcus', 'I will send the list of the orders tomorrow.'],
]

test('a summary begins with who met about what, with lines of theirs and the lines that name it', () => {
  const [first] = overview(...MEETING)
  expect(first?.text).toMatch(/^Dana and Marcus spoke about the security review\b.*Helpline Cloud/)
  expect(first?.segmentIds).toEqual(expect.arrayContaining(['s0', 's1', 's2', 's3']))
})

test('amounts of time and the people who speak are no subjects', () => {
  expect(overview(...MEETING)[0]?.text.replace('Dana and Marcus', '')).not.toMatch(/twenty|days|Marcus/)
})

test('a call in which nothing comes back has no subjects', () => {
  expect(overview(['Dana', 'Hello, everybody, and welcome.'])).toEqual([])
})

test('a sales call is told as need, price, objection, what was agreed and what comes next, in its order', () => {
  const [opening = '', ...told] = overview(...SALES_CALL).map(({ text }) => text)
  expect(opening).toMatch(/^Dana spoke with Marcus about /)
  const places = [/ninety thousand dollars in orders/, /sixty dollars per seat/, /^It was agreed to start the pilot with the Boston warehouse\.$/, /Dana will send the security report by Friday/].map((part) => told.findIndex((text) => part.test(text)))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(told.join(' ')).toMatch(/another offer at forty dollars|without a security report/)
})

test('small talk and sentences that only list words are no part of a summary', () => {
  const told = overview(...SALES_CALL).map(({ text }) => text).join(' ')
  expect(told).not.toMatch(/weather|car park|discussed/)
})

test('who says something after saying something adds it', () => {
  const [, ...told] = overview(
    ['Dana', 'We moved our warehouse to Boston in the spring.'],
    ['Marcus', 'Yes.'],
    ['Dana', 'Our warehouse in Boston ships nine hundred parcels a day.'],
    ['Marcus', 'Good, so Boston it is.'],
  )
  expect(told.map(({ text }) => text)).toEqual(['Dana said that they moved their warehouse to Boston in the spring.', 'Dana added that their warehouse in Boston ships nine hundred parcels a day.'])
})
