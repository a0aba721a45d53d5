import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CAPABILITIES_PATH, type Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { CONTACT_PATH } from '@callfolio/shared/contract/contact.ts'
import { fillIn } from '../../testing/fill-in.testing.ts'
import { changeAnswers, replaceAnswers, setTestServer, visit } from '../../testing/open-screen.testing.tsx'
import { stopClock } from '../../testing/stopped-clock.testing.ts'
import { ContactForm } from './contact-form.tsx'
import { followContactForm } from './follow-contact-form.ts'

const MESSAGE = { 'Full Name': 'Ann Example', 'Email Address': 'ann@example.org', 'Message': 'What does it cost?' }

const problem = () => screen.queryByRole('alert')?.textContent
const sent = () => screen.queryByRole('status')?.textContent
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send message' }))

/** Opens the form of a server that accepts messages. */
async function openForm() {
  visit('starter')
  await showForm()
  await screen.findByRole('button', { name: 'Send message' })
}

/** Shows the form and starts its script. */
function showForm() {
  setTestServer()
  const { container } = render(<ContactForm />)
  const server = fetch(CAPABILITIES_PATH).then(async (reply) => (await reply.json()) as Capabilities)
  followContactForm(container.firstElementChild as HTMLElement, server)
  return server
}

test('requires its fields, and says where a message went that the server cannot email', async () => {
  await openForm()
  send()
  expect(problem()).toBe('Please fill in all required fields.')
  fillIn({ ...MESSAGE, 'Email Address': 'ann' })
  send()
  expect(problem()).toBe('Enter a valid email address.')
  fillIn(MESSAGE)
  send()
  await expect.poll(sent).toContain('We saved your message')
  expect(field('Message').value).toBe('')
})

test('confirms an emailed message with the response time for three seconds, then resets', async () => {
  changeAnswers<Capabilities>(CAPABILITIES_PATH, (server) => ({ ...server, answer_time: 'two working days' }))
  replaceAnswers(CONTACT_PATH, () => Response.json({ success: true, delivered: true }))
  await openForm()
  fillIn(MESSAGE)
  const clock = stopClock()
  send()
  await clock.until(() => sent() !== undefined)
  expect(sent()).toContain('Message Sent!')
  expect(sent()).toContain("We'll get back to you within two working days.")
  await clock.run(2999)
  expect(sent()).toContain('Message Sent!')
  await clock.run(1)
  await clock.until(() => sent() === undefined)
  expect(field('Full Name').value).toBe('')
})

test('keeps a rejected message and says why', async () => {
  const message = 'We couldn’t send your message. Try again later.'
  replaceAnswers(CONTACT_PATH, () => Response.json({ error: { code: 'unavailable', message } }, { status: 503 }))
  await openForm()
  fillIn(MESSAGE)
  send()
  await expect.poll(problem).toBe(message)
  expect(field('Message').value).toBe('What does it cost?')
})

test('the contact form is shown as unavailable on a server without a contact address', async () => {
  await showForm()
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Coming Soon' })
  expect(button.disabled).toBe(true)
})
