import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { fillIn } from '../../testing/fill-in.testing.ts'
import { openScreen, replaceAnswers, signUp } from '../../testing/open-screen.testing.tsx'
import { stopClock } from '../../testing/stopped-clock.testing.ts'

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const problem = () => screen.queryByRole('alert')?.textContent
const heading = () => screen.queryByRole('heading', { level: 1 })?.textContent

const NEWCOMER = {
  'Full Name': 'Ann Example',
  'Password': 'correct horse',
  'Confirm password': 'correct horse',
}

async function openForm(path = '/auth') {
  const opened = openScreen(path)
  await screen.findByLabelText('Password')
  return opened
}

test('checks name, passwords and length, and an edit clears the error', async () => {
  await openForm()
  expect(heading()).toBe('Welcome Back')
  press('Sign in')
  expect(problem()).toBe('Please fill in all required fields.')
  press('Create an account')
  expect(heading()).toBe('Join Callfolio')
  expect(problem()).toBeUndefined()
  fillIn({ 'Email Address': 'ann@example.org', 'Password': 'short', 'Confirm password': 'other' })
  press('Create account')
  expect(problem()).toBe('Please enter your full name')
  fillIn({ 'Full Name': 'Ann' })
  expect(problem()).toBeUndefined()
  press('Create account')
  expect(problem()).toBe('Passwords do not match')
  fillIn({ 'Confirm password': 'short' })
  press('Create account')
  expect(problem()).toBe('Password must be at least 6 characters long')
})

test('toggles between its modes, shows the password, and links to home and the legal pages', async () => {
  await openForm()
  const password = () => screen.getByLabelText<HTMLInputElement>('Password')
  fillIn({ 'Email Address': 'ann@example.org', 'Password': 'secret' })
  expect(password().type).toBe('password')
  press('Show password')
  expect(password().type).toBe('text')
  press('Hide password')
  expect(password().type).toBe('password')

  press('Create an account')
  expect(screen.getByLabelText<HTMLInputElement>('Email Address').value, 'the other mode begins empty').toBe('')
  expect(password().value).toBe('')
  expect(screen.queryByRole('button', { name: 'Forgot your password?' })).toBeNull()
  for (const [name, path] of [
    ['Terms of Service', '/terms-of-service'],
    ['Privacy Policy', '/privacy-policy'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(path)
  press('Sign in instead')
  expect(screen.queryByLabelText('Full Name')).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/')
})

test('opens the sign-up or the password reset when its URL requests it', async () => {
  await openForm('/auth?forgot')
  await screen.findByRole('dialog', { name: 'Reset Password' })
  cleanup()
  await openForm('/auth?sign-up')
  expect(screen.getByLabelText('Full Name')).toBeTruthy()
})

test('reports a wrong password and an unreachable service', async () => {
  await openForm()
  fillIn({ 'Email Address': 'unknown@example.org', 'Password': 'whatever it is' })
  press('Sign in')
  await expect.poll(problem).toBe('Invalid login credentials')
  replaceAnswers('/auth/v1/', () => Promise.reject(new TypeError('Failed to fetch')))
  press('Sign in')
  await expect.poll(problem).toBe('An unexpected error occurred. Please try again.')
})

test('reports success, and opens the dashboard two seconds later', async () => {
  const { email, password } = await signUp('starter')
  localStorage.clear()
  const { location } = await openForm()
  fillIn({ 'Email Address': email, 'Password': password })
  const clock = stopClock()
  press('Sign in')
  await clock.until(() => heading() === 'You are signed in')
  await clock.run(1999)
  expect(location()).toBe('/auth')
  await clock.run(1)
  await clock.until(() => location() === '/dashboard')
})

test('stays and shows the address while it has to be verified', async () => {
  replaceAnswers('/auth/v1/signup', async (_, askServer) => {
    const { user } = (await (await askServer()).json()) as { user: unknown }
    return Response.json(user)
  })
  const { location } = await openForm('/auth?sign-up')
  const email = `${crypto.randomUUID()}@example.org`
  fillIn({ ...NEWCOMER, 'Email Address': email })
  const clock = stopClock()
  press('Create account')
  await clock.until(() => heading() === 'Almost there')
  expect(screen.getByText('Please check your email to verify your account before signing in.')).toBeTruthy()
  await clock.run(10_000)
  expect(screen.getByText(`We sent the email to ${email}.`)).toBeTruthy()
  expect(location()).toBe('/auth?sign-up')
})

test('sends the name and the time zone of the browser with a sign-up', async () => {
  const { TZ } = process.env
  process.env.TZ = 'Asia/Tokyo'
  onTestFinished(() => {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  })
  const sent = Promise.withResolvers<unknown>()
  replaceAnswers('/auth/v1/signup', async (request, askServer) => {
    sent.resolve(await request.json())
    return askServer()
  })
  const { location } = await openForm('/auth?sign-up')
  fillIn({ ...NEWCOMER, 'Email Address': `${crypto.randomUUID()}@example.org` })
  press('Create account')
  expect(await sent.promise).toMatchObject({ data: { full_name: 'Ann Example', time_zone: 'Asia/Tokyo' } })
  await expect.poll(location).toBe('/dashboard')
})
