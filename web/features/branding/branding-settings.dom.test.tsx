import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BRANDING_PATHS } from '@callfolio/shared/contract/branding.ts'
import { fillIn } from '../../testing/fill-in.testing.ts'
import { openPart, signUp } from '../../testing/open-screen.testing.tsx'
import { BrandingSettings } from './branding-settings.tsx'

/** An image of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const logos = () => screen.getByRole('img', { name: /^Preview/ }).querySelectorAll('img')

test('uploads, previews and removes a logo, and rejects other files', async () => {
  const { send } = await signUp()
  openPart(<BrandingSettings />)
  const input = await screen.findByLabelText('Logo file')
  const choose = (file: File) => fireEvent.change(input, { target: { files: [file] } })
  choose(new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }))
  expect(screen.getByRole('alert').textContent).toBe('Choose a PNG, JPEG or WebP image.')
  choose(new File([PNG], 'logo.png', { type: 'image/png' }))
  await expect.poll(() => logos().length).toBe(2)
  const reply = await fetch(new URL(logos()[0]?.src ?? '', window.location.origin))
  expect(reply.headers.get('content-type')).toMatch(/^image\//)
  expect(await send('GET', BRANDING_PATHS.one)).toMatchObject({ logo_url: expect.stringContaining('/api/logos/') })
  fireEvent.click(screen.getByRole('button', { name: 'Remove logo' }))
  await expect.poll(() => logos().length).toBe(0)
  expect(await send('GET', BRANDING_PATHS.one)).toEqual({ accent: null, logo_url: null })
})

test('saves an accent color with a note on contrast, and restores the product’s own', async () => {
  const { send } = await signUp()
  openPart(<BrandingSettings />)
  const color = await screen.findByLabelText<HTMLInputElement>('Accent color')
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save color' })
  fillIn({ 'Accent color': 'yellow' })
  expect(screen.getByText('Enter a color as #rrggbb.')).toBeTruthy()
  expect(save.disabled).toBe(true)
  fillIn({ 'Accent color': '#FFE14D' })
  expect(screen.getByText(/Buttons use black text/)).toBeTruthy()
  fireEvent.click(save)
  await screen.findByText('Accent color saved.')
  expect(color.value).toBe('#ffe14d')
  expect(await send('GET', BRANDING_PATHS.one)).toMatchObject({ accent: '#ffe14d' })
  fireEvent.click(within(document.body).getByRole('button', { name: 'Use Callfolio’s blue' }))
  await expect.poll(() => color.value).toBe('#208df3')
  expect(await send('GET', BRANDING_PATHS.one)).toMatchObject({ accent: null })
})
