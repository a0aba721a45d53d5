import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { addMicrosite, readMicrosite } from '../../../testing/microsites.testing.ts'
import { openScreen, signUp, type Person } from '../../../testing/open-screen.testing.tsx'

let person: Person
let microsite: Microsite
beforeAll(async () => {
  person = await signUp()
  microsite = await addMicrosite(person)
})
beforeEach(() => person.enter())

const picks = (name: string) => screen.queryByRole('group', { name })
const rows = (name: string) => {
  const group = picks(name)
  return group === null ? [] : within(group).getAllByRole('listitem')
}
const stored = () => readMicrosite(person, microsite.id)

async function openMicrosite() {
  const opened = openScreen(`/microsite/${microsite.id}`)
  await screen.findByRole('group', { name: 'Hidden action points' })
  return {
    ...opened,
    press: async (name: string | RegExp, part: HTMLElement = document.body) =>
      opened.user.click((await within(part).findAllByRole('button', { name }))[0] ?? document.body),
  }
}

test('adds hidden quotes one by one or all at once, and never loses the focus', async () => {
  const { press } = await openMicrosite()
  const first = () => rows('Hidden quotes')[0] ?? document.body
  const count = rows('Hidden quotes').length
  expect(count).toBeGreaterThan(2)
  const words = first().querySelector('p > span')?.textContent ?? 'no words'
  await press('Add', first())
  await within(screen.getByRole('region', { name: 'Quotes' })).findByRole('figure')
  expect(screen.getByRole('figure').textContent).toContain(words)
  await waitFor(() => expect(rows('Hidden quotes')).toHaveLength(count - 1))
  expect(document.activeElement).toBe(within(first()).getByRole('button', { name: 'Add' }))
  await press('Dismiss', first())
  await waitFor(() => expect(rows('Hidden quotes')).toHaveLength(count - 2))
  await screen.findByText('Quote dismissed.')
  await press('Undo')
  await waitFor(() => expect(rows('Hidden quotes')).toHaveLength(count - 1))
  await press(/^Add all \d+$/, picks('Hidden quotes') ?? document.body)
  await waitFor(() => expect(picks('Hidden quotes')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Quotes' }))
  await waitFor(async () => expect((await stored()).quotes).toHaveLength(count))
})

test('adds a next step in both lists at once, and the summary as a whole', async () => {
  const { press } = await openMicrosite()
  const count = rows('Hidden action points').length
  expect(rows('Hidden todos')).toHaveLength(count)
  await press('Edit action points')
  expect(screen.getAllByText('Hidden from recipients until you add or edit it.')).toHaveLength(count)
  await press('Cancel')
  await press('Add', picks('Hidden action points') ?? document.body)
  await waitFor(() => expect(rows('Hidden todos')).toHaveLength(count - 1))
  await waitFor(async () => expect((await stored()).todo_list).toHaveLength(microsite.gpt_todo_list?.length ?? 0))
  await press('Edit summary')
  const warning = /^Once saved, all of this text is shared: take out what others should not read\./
  expect(screen.getByText(warning)).toBeDefined()
  await press('Cancel')
  await press(/^Add all \d+$/, picks('Hidden sentences') ?? document.body)
  await waitFor(() => expect(picks('Hidden sentences')).toBeNull())
  await press('Edit summary')
  expect(screen.queryByText(warning)).toBeNull()
  await waitFor(async () => expect((await stored()).summary).toBe(microsite.gpt_summary))
})
