import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { createLinkReplySchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { addMicrosite, readMicrosite } from '../../testing/microsites.testing.ts'
import { openScreen, signUp, type Person } from '../../testing/open-screen.testing.tsx'

const LINES = [
  'Ana: Morning, Ben, I have the bakery in front of me.',
  'Ben: Morning to you, we have three shops now.',
  'Ana: The ovens in the third shop are leased. Who owns that?',
  'Ben: I’ll ask them about it.',
  'Ana: By when?',
  'Ben: By Friday.',
  'Ana: Perfect. I’ll send you the price list of the tills on Monday.',
  'Ben: Great, thanks.',
]
const clock = (second: number) => `00:00:${String(second).padStart(2, '0')}.000`
const captions = `WEBVTT\n\n${LINES.map((line, i) => `${clock(i * 4)} --> ${clock(i * 4 + 3)}\n${line}`).join('\n\n')}\n`
const STEP = 'ask the landlord who owns the ovens by Friday'

let person: Person
let calls: Microsite[]
beforeAll(async () => {
  person = await signUp()
  calls = await Promise.all([addMicrosite(person, { captions }), addMicrosite(person, { captions })])
})
beforeEach(() => person.enter())

/** Opens one of the two calls in which Ben promises what Ana asked. */
async function openCall(index: number) {
  const id = calls[index]?.id ?? ''
  const opened = openScreen(`/microsite/${id}`)
  await screen.findByText('Possible next steps')
  return { ...opened, id }
}

test('has a promise that the recap can’t word worded on the page, and hides it from recipients before', async () => {
  expect(JSON.stringify(calls[0]?.gpt_todo_list)).toContain('price list')
  expect(JSON.stringify(calls[0]?.gpt_todo_list)).not.toContain('ask them')
  const { user, id } = await openCall(0)
  const link = await person.send('POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 1 })
  const token = createLinkReplySchema.parse(link).share_url.split('/').at(-1)
  const shared = async () => JSON.stringify(await person.send('POST', SHARE_PATHS.getShared, { token }))
  await user.click(screen.getByText('Possible next steps'))
  const row = within(
    within(screen.getByRole('list', { name: 'Possible next steps' })).getAllByRole('listitem')[0] ?? document.body,
  )
  expect(row.getByText("Ben: “I'll ask them about it”, by Friday")).toBeDefined()
  await user.click(row.getByRole('button', { name: 'Word it as a next step' }))
  expect(row.getByRole('list', { name: 'What was said' }).textContent).toContain('The ovens in the third shop')
  expect(document.activeElement).toBe(row.getByRole('textbox', { name: 'Next step' }))
  expect(document.activeElement).toHaveProperty('value', 'Ben: ')
  await user.keyboard('{Escape}')
  const again = await row.findByRole('button', { name: 'Word it as a next step' })
  await waitFor(() => expect(document.activeElement).toBe(again))
  expect(await shared()).not.toMatch(/ask them about it”|unworded/)
  await user.keyboard('{Enter}')
  await user.paste(STEP)
  await user.keyboard('{Enter}')
  for (const name of ['Todo List', 'Action Points'])
    await within(screen.getByRole('region', { name })).findByText(`Ben: ${STEP}`)
  expect(screen.queryByText('Possible next steps'), 'nothing is left to word').toBeNull()
  await waitFor(async () => expect(await shared()).toContain(STEP))
})

test('leaves it out of the review by one key, and adds it once it is worded there', async () => {
  const { user, id } = await openCall(1)
  await user.click(screen.getByRole('button', { name: 'Share' }))
  const look = within(await screen.findByRole('dialog', { name: 'Look it through first' }))
  const part = await look.findByRole('region', { name: 'Not on the page yet: possible next steps' })
  const item = within(within(part).getByRole('listitem'))
  await user.click(item.getByRole('button', { name: 'Leave out' }))
  expect(item.getByText('Left out')).toBeDefined()
  await user.click(item.getByRole('button', { name: 'Word it' }))
  await user.paste(STEP)
  await user.keyboard('{Enter}')
  expect(item.getByText('Added')).toBeDefined()
  await user.click(look.getByRole('button', { name: /^(?:Continue|Keep the rest)$/ }))
  const added = expect.objectContaining({ text: `Ben: ${STEP}` })
  await waitFor(async () =>
    expect(await readMicrosite(person, id)).toMatchObject({
      todo_list: expect.arrayContaining([added]),
      action_points: expect.arrayContaining([added]),
    }),
  )
})
