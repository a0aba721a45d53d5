import { expect, it } from 'vitest'
import { getConfirmed, getItems } from './page-items.ts'

const nothing = { title: null, summary: [], quotes: [], actionPoints: [], importantPoints: [], todoList: [] }

it('a page’s items are its title, sentences, points, next steps and quotes with their speakers, each on one line', () => {
  const items = getItems({
    ...nothing,
    title: 'Quote',
    summary: [{ text: 'Ann\nsells.' }],
    importantPoints: [{ text: 'It costs.' }],
    actionPoints: [{ text: 'Ann will send it.' }],
    quotes: [
      { text: 'We agree.', speaker: 'Bob' },
      { text: 'Fine.', speaker: null },
    ],
  })
  expect(items.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'Title: Quote',
    'Summary: Ann sells.',
    'Point: It costs.',
    'Action: Ann will send it.',
    'Quote: We agree. (Bob)',
    'Quote: Fine.',
  ])
})

it('recipients see nothing that is held for the owner', () => {
  const both = [{ text: 'Sure.' }, { text: 'Maybe.', unconfirmed: true }]
  const lists = { summary: both, importantPoints: both, actionPoints: both, todoList: both, quotes: both }
  expect(getItems(getConfirmed({ ...nothing, ...lists })).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'Summary: Sure.',
    'Point: Sure.',
    'Action: Sure.',
    'Quote: Sure.',
  ])
})

it('a to-do counts separately only when it states something other than the actions', () => {
  const actionPoints = [{ text: 'Ann Lee will send the quote by Friday.' }]
  const todoList = [{ text: 'Ann Lee: send the quote by Friday' }, { text: 'Ann Lee: send the quote by Monday' }]
  expect(getItems({ ...nothing, actionPoints, todoList }).map(({ text }) => text)).toEqual([
    actionPoints[0]?.text,
    todoList[1]?.text,
  ])
})
