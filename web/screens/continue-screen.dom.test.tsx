import { createHash, randomBytes } from 'node:crypto'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { EXTENSION_AUTHORIZATION_PATH } from '@callfolio/shared/contract/accounts/extension.ts'
import { CHROME_KEY } from '@callfolio/shared/extension/extension-identity.ts'
import { fillIn } from '../testing/fill-in.testing.ts'
import { openScreen, replaceAnswers, signUp } from '../testing/open-screen.testing.tsx'

/** The redirect URL that Chrome gives only to the extension. */
const REDIRECT = `https://${createHash('sha256')
  .update(Buffer.from(CHROME_KEY, 'base64'))
  .digest('hex')
  .slice(0, 32)
  .replace(/./g, (digit) => 'abcdefghijklmnop'.charAt(parseInt(digit, 16)))}.chromiumapp.org/`

/** The URL that the extension opens. */
function addressWith(change: Record<string, string> = {}): string {
  const query = {
    code_challenge: createHash('sha256').update(randomBytes(42)).digest('base64url'),
    code_challenge_method: 's256',
    redirect_to: REDIRECT,
    state: 'mark of the extension',
    ...change,
  }
  return `/extension/continue?${new URLSearchParams(query)}`
}

/** Acts as the browser, which hands such a URL to the extension. @returns what the extension gets. */
function receiveAnswer(): () => Record<string, string> | null {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  onTestFinished(() => assign.mockRestore())
  return () => {
    const address = assign.mock.calls[0]?.[0]
    if (address === undefined) return null
    expect(String(address).startsWith(REDIRECT)).toBe(true)
    return Object.fromEntries(new URL(String(address)).searchParams)
  }
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const problem = () => screen.queryByRole('alert')?.textContent

test('asks a visitor to sign in, then returns to the question', async () => {
  const { name, email, password } = await signUp()
  localStorage.clear()
  const address = addressWith()
  const { location } = openScreen(address)
  await expect.poll(location).toBe('/auth')
  await screen.findByLabelText('Password')
  fillIn({ 'Email Address': email, 'Password': password })
  await press('Sign in')
  await expect.poll(location).toBe(address)
  await screen.findByText(email)
  expect(screen.getByRole('main').textContent).toContain(`Continue as ${name} (${email})`)
})

test('returns to the extension without a code when the user cancels', async () => {
  const answer = receiveAnswer()
  await signUp()
  openScreen(addressWith())
  await press('Cancel')
  expect(answer()).toEqual({ error: 'access_denied', state: 'mark of the extension' })
})

test('offers nothing for a foreign or incomplete URL', async () => {
  await signUp()
  openScreen(addressWith({ redirect_to: 'https://evil.example/' }))
  await expect.poll(problem).toContain('This address doesn’t belong to the browser extension.')
  expect(screen.queryByRole('button', { name: /Continue|Cancel/ })).toBeNull()
  for (const change of [{ code_challenge: 'short' }, { code_challenge_method: 'plain' }, { redirect_to: '' }]) {
    cleanup()
    openScreen(addressWith(change))
    await screen.findByRole('heading', { name: 'This link is incomplete' })
  }
})

test('reports a failing server, and retries it', async () => {
  const answer = receiveAnswer()
  await signUp()
  let fails = true
  replaceAnswers(EXTENSION_AUTHORIZATION_PATH, (_, askServer) =>
    fails
      ? Response.json({ error: { code: 'too_many_requests', message: 'Too many requests.' } }, { status: 400 })
      : askServer(),
  )
  openScreen(addressWith())
  await expect.poll(problem).toContain('Too many requests.')
  fails = false
  await press('Try again')
  await screen.findByRole('button', { name: 'Continue' })
  fails = true
  await press('Continue')
  await expect.poll(problem).toContain('Too many requests.')
  fails = false
  await press('Continue')
  await expect.poll(() => answer()?.['code']).toMatch(/^[\w-]{43}$/)
})

test('asks for the password after an old sign-in, then continues', async () => {
  const answer = receiveAnswer()
  const { password } = await signUp()
  let isOld = true
  replaceAnswers(EXTENSION_AUTHORIZATION_PATH, (request, askServer) =>
    isOld && request.method === 'POST'
      ? Response.json({ error: { code: 'forbidden', message: 'Please give your password.' } }, { status: 403 })
      : askServer(),
  )
  openScreen(addressWith())
  await press('Continue')
  await screen.findByText('First, confirm that it’s you.')
  isOld = false
  fillIn({ 'Current password': password })
  await press('Confirm')
  await expect.poll(() => answer()?.['code']).toMatch(/^[\w-]{43}$/)
})
