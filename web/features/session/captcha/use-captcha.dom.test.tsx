import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AUTH_SETTINGS_PATH, type AuthSettings } from '@callfolio/shared/contract/accounts/auth-settings.ts'
import { fillIn } from '../../../testing/fill-in.testing.ts'
import { changeAnswers, openPart, openScreen, replaceAnswers, signUp } from '../../../testing/open-screen.testing.tsx'
import { ChangePasswordDialog } from '../../settings/security/change-password-dialog.tsx'
import { PendingEmail } from '../../settings/security/pending-email.tsx'
import { ForgotPasswordDialog } from '../forgot-password-dialog.tsx'
import { EmailCodeDialog } from '../email-code-dialog.tsx'
import type { CaptchaApi } from './load-captcha.ts'

const UNSOLVED = 'Complete the captcha first.'

/**
 * Makes the server require a captcha and replaces its vendor's script. @returns the actions of a person and the
 * server.
 */
function askForCaptcha() {
  let solveShown = (_token: string) => {}
  let count = 0
  const sent: unknown[] = []
  const reset = vi.fn<(id: string) => void>()
  const script: CaptchaApi = {
    render: (_place, { callback }) => {
      solveShown = callback
      return 'captcha'
    },
    reset,
    remove: () => {},
  }
  vi.stubGlobal('turnstile', script)
  changeAnswers<AuthSettings>(AUTH_SETTINGS_PATH, (settings) => ({
    ...settings,
    mailer_autoconfirm: false,
    captcha_provider: 'turnstile',
    captcha_site_key: 'site',
  }))
  for (const path of ['token', 'recover', 'otp', 'resend', 'signup', 'passkeys'])
    replaceAnswers(`/auth/v1/${path}`, async (request, askServer) => {
      const body = (await request.json()) as { gotrue_meta_security?: { captcha_token?: string } }
      sent.push(body.gotrue_meta_security?.captcha_token ?? null)
      return askServer()
    })
  return {
    /** Captcha tokens sent to the identity service, null where there was none. */
    sent,
    /** Number of times another captcha was shown. */
    resets: () => reset.mock.calls.length,
    solve: async () => {
      await screen.findByRole('group', { name: 'Captcha' })
      solveShown(`token ${(count += 1)}`)
    },
  }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const never = () => {}

/** Presses the button before and after the captcha is solved. @returns the tokens sent. */
async function pressUnsolvedThenSolved({ sent, solve }: ReturnType<typeof askForCaptcha>, button: string) {
  await screen.findByRole('group', { name: 'Captcha' })
  press(button)
  await screen.findByText(UNSOLVED)
  expect(sent).toEqual([])
  await solve()
  press(button)
  await expect.poll(() => sent).not.toEqual([])
  return sent
}

test('shows another captcha after a rejected sign-in', async () => {
  const captcha = askForCaptcha()
  openScreen('/auth')
  await screen.findByRole('group', { name: 'Captcha' })
  fillIn({ 'Email Address': 'unknown@example.org', 'Password': 'wrong horse' })
  expect(await pressUnsolvedThenSolved(captcha, 'Sign in')).toEqual(['token 1'])
  await screen.findByText('Invalid login credentials')
  await expect.poll(captcha.resets).toBe(1)
  press('Sign in')
  await screen.findByText(UNSOLVED)
  await captcha.solve()
  press('Sign in')
  await expect.poll(() => captcha.sent).toEqual(['token 1', 'token 2'])
})

test('protects a passkey with the form’s captcha', async () => {
  const captcha = askForCaptcha()
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
  Object.defineProperty(navigator, 'credentials', { value: { get: never, create: never }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'))
  openScreen('/auth')
  await screen.findByRole('button', { name: 'Sign in with a passkey' })
  expect(await pressUnsolvedThenSolved(captcha, 'Sign in with a passkey')).toEqual(['token 1'])
})

test('protects a password reset request', async () => {
  const captcha = askForCaptcha()
  openPart(<ForgotPasswordDialog open onOpenChange={never} initialEmail="unknown@example.org" />)
  await screen.findByRole('dialog')
  expect(await pressUnsolvedThenSolved(captcha, 'Send Reset Email')).toEqual(['token 1'])
})

test('protects a request for an emailed code', async () => {
  const captcha = askForCaptcha()
  openPart(
    <EmailCodeDialog open onOpenChange={never} initialEmail="unknown@example.org" onBegin={never} onEntered={never} />,
  )
  await screen.findByRole('dialog')
  expect(await pressUnsolvedThenSolved(captcha, 'Email me a code')).toEqual(['token 1'])
})

test('protects a password change', async () => {
  const { password } = await signUp()
  const captcha = askForCaptcha()
  openPart(<ChangePasswordDialog open onOpenChange={never} onForgot={never} />)
  const dialog = within(await screen.findByRole('dialog'))
  fillIn(
    { 'Current password': password, 'New password': 'another horse', 'Confirm new password': 'another horse' },
    dialog,
  )
  expect(await pressUnsolvedThenSolved(captcha, 'Update password')).toEqual(['token 1'])
})

test('protects resending the email change confirmation', async () => {
  const { email } = await signUp()
  const captcha = askForCaptcha()
  openPart(<PendingEmail email={email} pending={{ newEmail: `new-${email}`, waitsFor: [email] }} />)
  await screen.findByRole('button', { name: 'Send again' })
  expect(await pressUnsolvedThenSolved(captcha, 'Send again')).toEqual(['token 1'])
})
