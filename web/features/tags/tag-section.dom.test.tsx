import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { TAG_PATHS } from '@callfolio/shared/contract/tag.ts'
import { addMicrosites, addTags } from '../../testing/api.testing.ts'
import { fillIn } from '../../testing/fill-in.testing.ts'
import { openPart, replaceAnswers, signUp, type Person } from '../../testing/open-screen.testing.tsx'
import { MicrositeList } from '../library/microsite-list.tsx'
import { TagSection } from './tag-section.tsx'

/** The tag and the microsite with these texts. */
const tag = (name: string) => screen.getByText(name, { selector: '[title]' }).closest('li')
const card = (title: string) => screen.getByRole('heading', { name: title }).closest('[role=listitem]')

/** Opens the tags above the microsites, as on the dashboard. */
function openTags(person: Person | null = null) {
  const { user } = openPart(
    <>
      <TagSection />
      <MicrositeList />
    </>,
  )
  return {
    person,
    user,
    change: async (name: string, item: string) => {
      await user.click(await screen.findByRole('button', { name: `Change ${name}` }))
      await user.click(await screen.findByRole('menuitem', { name: item }))
    },
  }
}

async function createTag(name: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Create tag' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create tag' }))
  fillIn({ Name: name }, dialog)
  fireEvent.click(dialog.getByRole('button', { name: 'Create tag' }))
  return dialog
}

test('creates tags with color and description up to the plan’s limit', async () => {
  await signUp('starter')
  const { user } = openTags()
  await screen.findByText(/^No tags yet\./)
  const first = await createTag('  ')
  expect(first.getByRole('alert').textContent).toBe('Enter a tag name.')
  fillIn({ Name: 'Acme' }, first)
  fireEvent.change(first.getByLabelText(/^Description/), { target: { value: 'Everything with Acme' } })
  expect(first.queryByRole('alert')).toBeNull()
  expect(first.getAllByRole('radio')).toHaveLength(10)
  expect(first.getByRole<HTMLInputElement>('radio', { name: 'Blue' }).checked).toBe(true)
  fireEvent.click(first.getByRole('radio', { name: 'Violet' }))
  fireEvent.click(first.getByRole('button', { name: 'Create tag' }))
  await screen.findByRole('button', { name: 'Change Acme' })
  expect(tag('Acme')?.textContent).toContain('Everything with Acme')
  expect(tag('Acme')?.textContent).toContain('0 microsites')
  expect(tag('Acme')?.innerHTML).toMatch(/#8b5cf6|rgb\(139, 92, 246\)/)

  const second = await createTag('ACME')
  await expect.poll(() => second.queryByRole('alert')?.textContent).toMatch(/^Failed to create tag: .*ACME/)
  await user.keyboard('{Escape}')
  for (const name of ['Discovery', 'Renewal']) {
    await createTag(name)
    await screen.findByRole('button', { name: `Change ${name}` })
  }
  fireEvent.click(screen.getByRole('button', { name: 'Create tag' }))
  const limit = within(await screen.findByRole('dialog', { name: 'Tag Limit Reached' }))
  expect(limit.getByText(/3 tags/)).toBeTruthy()
  expect(limit.getByRole('button', { name: 'Upgrade Plan' })).toBeTruthy()
})

test('changes a microsite’s tags, and undoes it', async () => {
  const person = await signUp()
  await addMicrosites(person, 'Acme call')
  await addTags(person, 'Acme', 'Renewal')
  const { user } = openTags()
  await user.click(await screen.findByRole('button', { name: /^Add Tag/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Tags' }))
  for (const name of ['Acme', 'Renewal', 'Acme']) fireEvent.click(dialog.getByRole('checkbox', { name }))
  fireEvent.click(dialog.getByRole('button', { name: 'Save tags' }))
  await expect.poll(() => card('Acme call')?.textContent).toContain('Renewal')
  await expect.poll(() => tag('Renewal')?.textContent).toContain('1 microsite')
  expect(tag('Acme')?.textContent).toContain('0 microsites')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await expect.poll(() => card('Acme call')?.textContent).not.toContain('Renewal')
  await expect.poll(() => tag('Renewal')?.textContent).toContain('0 microsites')
})

test('renames and deletes a tag, also on its microsites', async () => {
  const person = await signUp()
  const [id = ''] = await addMicrosites(person, 'Acme call')
  await addTags(person, 'Acme', 'Globex')
  await person.send('PATCH', MICROSITE_PATHS.one(id), { tags: ['Acme'] })
  const { change } = openTags()
  await change('Acme', 'Edit')
  const form = within(await screen.findByRole('dialog', { name: 'Edit tag' }))
  fillIn({ Name: 'globex' }, form)
  fireEvent.click(form.getByRole('button', { name: 'Save changes' }))
  await expect
    .poll(() => form.queryByRole('alert')?.textContent)
    .toBe('Failed to update tag: You already have a tag called “globex”.')
  fillIn({ Name: 'Initech' }, form)
  fireEvent.click(form.getByRole('button', { name: 'Save changes' }))
  await expect.poll(() => card('Acme call')?.textContent).toContain('Initech')

  await change('Initech', 'Delete')
  const confirm = within(await screen.findByRole('alertdialog'))
  expect(confirm.getByText(/1 microsite\./)).toBeTruthy()
  let unreachable = true
  replaceAnswers(`${TAG_PATHS.list}/`, (_, askServer) => {
    if (unreachable) throw new TypeError('Failed to fetch')
    return askServer()
  })
  fireEvent.click(confirm.getByRole('button', { name: 'Delete tag' }))
  await expect.poll(() => confirm.queryByRole('alert')?.textContent).toMatch(/^Failed to delete tag: /)
  unreachable = false
  fireEvent.click(confirm.getByRole('button', { name: 'Delete tag' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Change Initech' })).toBeNull()
  await expect.poll(() => card('Acme call')?.textContent).not.toContain('Initech')
})
