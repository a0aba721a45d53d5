import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { addMicrosite, readMicrosite } from '../../../testing/microsites.testing.ts'
import { changeAnswers, openScreen, signUp, type Person } from '../../../testing/open-screen.testing.tsx'

let person: Person
let microsite: Microsite
beforeAll(async () => {
  person = await signUp()
  microsite = await addMicrosite(person)
})
beforeEach(() => person.enter())

async function openMicrosite() {
  const opened = openScreen(`/microsite/${microsite.id}`)
  await screen.findByRole('region', { name: 'Todo List' })
  return opened
}

test('shows sections in order with the owner’s logo and accent, and keeps checked todos in this browser', async () => {
  await person.send('PUT', '/api/branding', { accent: '#e11d8f' })
  changeAnswers<object>('/api/branding', (branding) => ({ ...branding, logo_url: '/logo.png' }))
  const { user } = await openMicrosite()
  const headings = within(screen.getByRole('article')).getAllByRole('heading', { level: 2 })
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Summary',
    'Transcript',
    'Quotes',
    'Action Points',
    'Important Points',
    'Todo List',
  ])
  expect(screen.getByRole('article').getAttribute('style')).toMatch(/--accent: ?#e11d8f/)
  expect(screen.getByRole('img', { name: 'Your logo' }).getAttribute('src')).toBe('/logo.png')
  const firstTodo = () => within(screen.getByRole('region', { name: 'Todo List' })).getAllByRole('checkbox')[0]
  await user.click(firstTodo() ?? document.body)
  expect(screen.getByText('Checkmarks are only saved in this browser.')).toBeDefined()
  await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  await openMicrosite()
  expect(firstTodo()).toHaveProperty('checked', true)
})

test('searches the transcript from the keyboard: counts, marks and steps through the matches', async () => {
  const { user } = await openMicrosite()
  const transcript = within(screen.getByRole('region', { name: 'Transcript' }))
  const marks = () =>
    [...screen.getByRole('region', { name: 'Transcript text' }).querySelectorAll('mark')].map(
      ({ textContent, dataset }) => (dataset['current'] === undefined ? textContent : `(${textContent})`),
    )
  await user.keyboard('/')
  expect(document.activeElement).toBe(transcript.getByRole('searchbox'))
  await user.paste('SECURITY')
  await transcript.findByText('1 of 4')
  expect(marks()[0]).toBe('(security)')
  await user.keyboard('{Enter}')
  await transcript.findByText('2 of 4')
  await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}')
  await transcript.findByText('4 of 4')
  await user.clear(transcript.getByRole('searchbox'))
  await user.paste('no one said this')
  await transcript.findByText('No matches')
  await user.keyboard('{Escape}')
  expect(transcript.getByRole('searchbox')).toHaveProperty('value', '')
  expect(marks()).toEqual([])
})

test('deletes the microsite only after a confirmation', async () => {
  const { user, location } = await openMicrosite()
  const answer = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete microsite' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
  }
  await answer('Cancel')
  expect(await readMicrosite(person, microsite.id)).toMatchObject({ status: 'active' })
  await answer('Delete microsite')
  await waitFor(() => expect(location()).toBe('/dashboard'))
  await expect(person.send('GET', MICROSITE_PATHS.one(microsite.id))).rejects.toThrow('404')
})
