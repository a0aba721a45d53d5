import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { addMicrosite, keepAll, readMicrosite } from '../../../testing/microsites.testing.ts'
import { openScreen, replaceAnswers, signUp, type Person } from '../../../testing/open-screen.testing.tsx'

const RESTORED = { summary: null, quotes: null, action_points: null, important_points: null, todo_list: null }

let person: Person
let microsite: Microsite
beforeAll(async () => {
  person = await signUp()
  microsite = await addMicrosite(person)
})
beforeEach(async () => {
  person.enter()
  await person.send('PATCH', MICROSITE_PATHS.one(microsite.id), RESTORED)
})

const section = (name: string) => within(screen.getByRole('region', { name }))
const stored = () => readMicrosite(person, microsite.id)
const focused = () => document.activeElement
/** The words of a list's entries, on the page. */
const entries = (name: string) =>
  section(name)
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent)

/** Opens a page, the sample call's unless given. */
async function openMicrosite({ id } = microsite) {
  const opened = openScreen(`/microsite/${id}`)
  await screen.findByRole('region', { name: 'Todo List' })
  const press = async (name: string | RegExp) => opened.user.click(await screen.findByRole('button', { name }))
  /** Waits for a toast, and hovers over it, so that it stays. */
  const saved = async (text: string) => fireEvent.pointerMove(await screen.findByText(text))
  return { ...opened, press, saved, undo: () => press('Undo') }
}

test('edits title and description in place, discards them on Escape, and undoes a saved edit', async () => {
  const { user, press, undo, saved } = await openMicrosite()
  const title = () => screen.getByRole('textbox', { name: 'Title' })
  await press('Edit title and description')
  expect(focused()).toBe(title())
  fireEvent.change(title(), { target: { value: 'Brightwater: first call' } })
  await user.keyboard('{Escape}')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Acme call')
  expect(focused()).toBe(screen.getByRole('button', { name: 'Edit title and description' }))
  await undo()
  expect(title()).toHaveProperty('value', 'Brightwater: first call')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('heading', { level: 1, name: 'Brightwater: first call' })
  await saved('Saved.')
  expect(document.title).toMatch(/^Brightwater: first call/)
  expect((await stored()).title).toBe('Brightwater: first call')
  await undo()
  await screen.findByRole('heading', { level: 1, name: 'Acme call' })
  await waitFor(async () => expect((await stored()).title).toBe('Acme call'))
})

test('keeps the timestamps of sentences that stay in the summary, and restores the original', async () => {
  await keepAll(person, microsite)
  const { user, press, saved } = await openMicrosite()
  const summary = section('Summary')
  const { gpt_summary } = await stored()
  const chips = summary.getAllByRole('button', { name: /^Play / }).length
  await press('Edit summary')
  fireEvent.change(summary.getByLabelText('Text'), { target: { value: `Written by hand. ${gpt_summary}` } })
  await user.click(summary.getByRole('button', { name: 'Save' }))
  await summary.findByText(/Written by hand\./)
  expect(summary.getAllByRole('button', { name: /^Play / })).toHaveLength(chips)
  expect(summary.getByText('Edited')).toBeDefined()
  await saved('Summary saved.')
  expect(await stored()).toMatchObject({ summary: `Written by hand. ${gpt_summary}`, gpt_summary })
  await press('Edit summary')
  await user.click(summary.getByRole('button', { name: 'Restore original' }))
  await waitFor(async () => expect((await stored()).summary).toBeNull())
  expect(summary.queryByText(/Written by hand\./)).toBeNull()
})

test('edits a list by keyboard; edited entries keep their timestamp and new ones have none', async () => {
  const [first] = (await keepAll(person, microsite)).todo_list ?? []
  const { user, press, saved } = await openMicrosite()
  const todos = section('Todo List')
  if (first === undefined || typeof first === 'string') throw new Error('no todo with a timestamp')
  const row = (number: number) => todos.getByRole('textbox', { name: `todo ${number}` })
  await press('Edit todo list')
  expect(focused()).toBe(row(1))
  await user.keyboard('{End}, please{Enter}')
  expect(focused()).toBe(row(2))
  await user.paste('Ring Priya')
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(row(1)).toHaveProperty('value', 'Ring Priya')
  expect(focused()).toBe(row(1))
  await user.keyboard('{Enter}{Backspace}')
  expect(focused(), 'an empty row goes, the focus stays').toBe(row(1))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await saved('Todo List saved.')
  expect((await stored()).todo_list?.slice(0, 2)).toEqual(['Ring Priya', { ...first, text: `${first.text}, please` }])
  const plays = (text: string) =>
    within(todos.getByText((words) => words.startsWith(text)).closest('li') ?? document.body).queryAllByRole('button', {
      name: /^Play /,
    })
  expect(plays('Ring Priya')).toHaveLength(0)
  expect(plays(`${first.text}, please`)).toHaveLength(1)
})

test('moves and removes entries by buttons, undoes it, and keeps an emptied list empty', async () => {
  await keepAll(person, microsite)
  const { user, press, undo, saved } = await openMicrosite()
  const points = section('Action Points')
  const before = entries('Action Points')
  const save = () => user.click(points.getByRole('button', { name: 'Save' }))
  await press('Edit action points')
  await press('Move action point 1 down')
  await press('Remove action point 1')
  await save()
  await saved('Action Points saved.')
  expect(entries('Action Points')).toEqual([before[0], ...before.slice(2)])
  await undo()
  await waitFor(() => expect(entries('Action Points')).toEqual(before))
  await saved('Undone.')
  await press('Edit action points')
  for (let left = before.length; left > 0; left--) await press('Remove action point 1')
  await save()
  await points.findByText('No action points were found in this call.')
  await waitFor(async () => expect((await stored()).action_points).toEqual([]))
})

test('takes a quote’s words from the transcript; only its speaker can be typed', async () => {
  await keepAll(person, microsite)
  const { user, press } = await openMicrosite()
  const quotes = section('Quotes')
  const line = microsite.segments.find(({ text }) => text.startsWith('The warehouse managers do'))
  await press('Edit quotes')
  expect(quotes.queryAllByRole('textbox'), 'no field holds a quote’s words').toEqual([])
  fireEvent.change(quotes.getByLabelText('Speaker of quote 1'), { target: { value: 'Brightwater’s COO' } })
  await press('Add a quote from the transcript')
  fireEvent.change(quotes.getByLabelText('Find the line'), { target: { value: 'WAREHOUSE' } })
  await press(/The warehouse managers do/)
  const words = quotes.getByLabelText<HTMLTextAreaElement>('Quote')
  words.setSelectionRange(6, 30)
  await press('Add quote')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await quotes.findByText('“warehouse managers do, and”')
  await waitFor(async () =>
    expect((await stored()).quotes?.at(-1)).toMatchObject({
      text: 'warehouse managers do, and',
      speaker: line?.speaker,
      segment_ids: [line?.id],
    }),
  )
  expect((await stored()).quotes?.[0]).toMatchObject({ speaker: 'Brightwater’s COO' })
})

test('renames a speaker in the whole microsite, and back', async () => {
  await keepAll(person, microsite)
  const { user, press, undo, saved } = await openMicrosite()
  const saidBy = (name: string) => section('Quotes').queryAllByText(`— ${name}`).length
  const quotes = saidBy('Marcus')
  expect(quotes).toBeGreaterThan(0)
  await press('Rename Marcus')
  const field = screen.getByLabelText('New name for Marcus')
  expect(focused()).toBe(field)
  await user.keyboard('{Escape}')
  expect(focused(), 'the focus returns').toBe(screen.getByRole('button', { name: 'Rename Marcus' }))
  await press('Rename Marcus')
  fireEvent.change(screen.getByLabelText('New name for Marcus'), { target: { value: 'Marcus Lee' } })
  await user.keyboard('{Enter}')
  await saved('Marcus renamed to Marcus Lee.')
  expect(focused()).toBe(screen.getByRole('button', { name: 'Rename Marcus Lee' }))
  expect(saidBy('Marcus Lee')).toBe(quotes)
  expect(screen.queryAllByText('Marcus')).toEqual([])
  const renamed = await stored()
  expect(renamed.segments.some(({ speaker }) => speaker === 'Marcus')).toBe(false)
  expect(renamed.transcript).toContain('Marcus Lee: ')
  await undo()
  await saved('Undone.')
  expect(saidBy('Marcus')).toBe(quotes)
  expect((await stored()).transcript).not.toContain('Marcus Lee')
})

test('suggests the participants who are no speakers yet as a speaker’s new name', async () => {
  const captions =
    'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Speaker 2>We start in March.\n\n00:04.000 --> 00:05.000\n<v Ana Weber>Yes.'
  const participants = ['Ana Weber', 'Leo Brandt']
  const unnamed = await addMicrosite(person, { captions, participants })
  const { press, saved } = await openMicrosite(unnamed)
  await press('Rename Speaker 2')
  const suggested = within(screen.getByRole('list', { name: 'In the call' }))
  expect(suggested.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Leo Brandt'])
  await press('Leo Brandt')
  await saved('Speaker 2 renamed to Leo Brandt.')
  expect((await readMicrosite(person, unnamed.id)).segments[0]?.speaker).toBe('Leo Brandt')
  await press('Edit transcript')
  const [field] = screen.getAllByRole<HTMLInputElement>('combobox', { name: /^Speaker at/ })
  expect([...(field?.list?.options ?? [])].map(({ value }) => value)).toEqual(['Ana Weber', 'Leo Brandt'])
})

test('suggests a name’s right spelling, and changes lines only when the owner replaces and saves it', async () => {
  const cue = (second: number, text: string) =>
    `\n\n00:0${second}.000 --> 00:0${second}.900\n<v ${second === 1 ? 'Ben' : 'Ana'}>We moved to ${text} last year.`
  const captions = ['Pay Sprout', 'Paysprout', 'Pay Sprout'].map((name, i) => cue(i, name)).join('')
  const misspelled = await addMicrosite(person, { title: 'Paysprout demo', captions: `WEBVTT${captions}` })
  const { user, press, saved } = await openMicrosite(misspelled)
  const said = async () => (await readMicrosite(person, misspelled.id)).transcript
  await press('Edit transcript')
  await screen.findByText('“Pay Sprout” in 2 lines: did they say “Paysprout”?')
  expect(await said()).toContain('Pay Sprout')
  await press('Replace with Paysprout')
  expect(screen.queryByText(/did they say/)).toBeNull()
  await user.click(section('Transcript').getByRole('button', { name: 'Save' }))
  await saved('2 lines corrected.')
  expect(await said()).not.toContain('Pay Sprout')
})

test('changes the quotes that cite a corrected line, and restores both', async () => {
  await keepAll(person, microsite)
  const { user, press, undo, saved } = await openMicrosite()
  const transcript = section('Transcript')
  const line = microsite.segments.find(({ text }) => text.includes('three separate inboxes'))
  const quoted = (words: string) =>
    section('Quotes').findByText(`“We lose requests because they sit in three ${words}.”`)
  await press('Edit transcript')
  expect(transcript.queryByRole('button', { name: 'Restore original' })).toBeNull()
  fireEvent.change(transcript.getByLabelText('Words at 0:31'), {
    target: { value: line?.text.replace('three separate inboxes', 'three inboxes') },
  })
  await user.click(transcript.getByRole('button', { name: 'Save' }))
  await saved('One line corrected.')
  await quoted('inboxes')
  const corrected = await stored()
  await press('Edit transcript')
  await press('Restore original')
  await saved('Transcript: original restored.')
  await quoted('separate inboxes')
  expect((await stored()).segments).toEqual(microsite.segments)
  await undo()
  await saved('Undone.')
  expect((await stored()).segments).toEqual(corrected.segments)
  await press('Edit transcript')
  await press('Restore original')
  await waitFor(async () => expect((await stored()).segments).toEqual(microsite.segments))
})

test.each([
  ['Quotes', 'quotes', 'quote', 'quotes'],
  ['Important Points', 'important points', 'important point', 'important_points'],
] as const)('restores the original %s', async (name, what, row, field) => {
  await keepAll(person, microsite)
  const { user, press, saved } = await openMicrosite()
  const list = section(name)
  await press(`Edit ${what}`)
  await press(`Remove ${row} 1`)
  await user.click(list.getByRole('button', { name: 'Save' }))
  await saved(`${name} saved.`)
  expect(list.getByText('Edited')).toBeDefined()
  expect((await stored())[field]).not.toBeNull()
  await press(`Edit ${what}`)
  await press('Restore original')
  await saved(`${name}: original restored.`)
  expect(list.getByText(/^\d+ .+ need your review\.$/)).toBeDefined()
  expect((await stored())[field]).toBeNull()
})

test('keeps words that could not be saved, and asks before navigating away', async () => {
  const { user, press, location, saved } = await openMicrosite()
  const summary = section('Summary')
  let broken = true
  replaceAnswers(MICROSITE_PATHS.one(microsite.id), ({ method }, askServer) =>
    broken && method === 'PATCH' ? Promise.reject(new TypeError('Failed to fetch')) : askServer(),
  )
  const save = () => user.click(summary.getByRole('button', { name: 'Save' }))
  await press('Edit summary')
  fireEvent.change(summary.getByLabelText('Text'), { target: { value: 'An hour of work.' } })
  await save()
  await screen.findByText('We couldn’t save the change. Try again.')
  expect(summary.getByLabelText('Text')).toHaveProperty('value', 'An hour of work.')
  const leave = async (answer: string) => {
    await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: answer }))
  }
  await leave('Cancel')
  expect(summary.getByLabelText('Text')).toHaveProperty('value', 'An hour of work.')
  broken = false
  await save()
  await saved('Summary saved.')
  expect((await stored()).summary).toBe('An hour of work.')
  await press('Edit summary')
  fireEvent.change(summary.getByLabelText('Text'), { target: { value: 'Half a thought' } })
  await leave('Discard changes')
  await waitFor(() => expect(location()).toBe('/dashboard'))
})

test('returns the focus when adding a quote is canceled', async () => {
  const { user, press } = await openMicrosite()
  await press('Edit quotes')
  await press('Add a quote from the transcript')
  expect(focused()).toBe(screen.getByLabelText('Find the line'))
  await user.keyboard('{Escape}')
  expect(focused()).toBe(screen.getByRole('button', { name: 'Add a quote from the transcript' }))
})
