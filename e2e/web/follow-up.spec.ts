import type { Page } from 'playwright/test'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { linkListSchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { addMicrosites, callApi, keepAll, saidAt } from '../fixtures/api.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

const PERSON = { name: 'Dana Reed', password: 'correct horse' }
/** What Marcus takes on in the sample call. */
const TODO = 'send Dana a list of the ten people'

/** Dana, who is one of the speakers, opens the microsite of the sample call. @returns its id. */
async function openMicrosite(page: Page, name = PERSON.name, reviewed = true): Promise<string> {
  await signUpBeforehand(page, server.url, { ...PERSON, name, email: `${crypto.randomUUID()}@example.org` })
  const [id = ''] = await addMicrosites(page, ['Brightwater: first call'])
  if (reviewed) await keepAll(page, id)
  await page.goto(`${server.url}/microsite/${id}`)
  await page.getByRole('button', { name: 'Draft a follow-up e-mail' }).click()
  await expect(dialog(page)).toBeVisible()
  return id
}

/** Adds words of the second guest to the quotes, as its owner does, and reads the page again. */
async function quotePriya(page: Page, id: string): Promise<void> {
  const { quotes, segments } = micrositeSchema.parse(await callApi(page, 'GET', MICROSITE_PATHS.one(id)))
  const text = 'We also need single sign on, and we will not approve anything without a security report.'
  const line = segments.find((segment) => segment.text.includes(text))
  if (!line) throw new Error('no such line')
  await callApi(page, 'PATCH', MICROSITE_PATHS.one(id), {
    quotes: [
      ...(quotes ?? []),
      { text, speaker: line.speaker, start_ms: line.start_ms, end_ms: line.end_ms, segment_ids: [line.id] },
    ],
  })
  await page.reload()
}

function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'Follow-up e-mail' })
}
function text(page: Page) {
  return dialog(page).getByLabel('Text', { exact: true })
}
async function linksOf(page: Page) {
  return linkListSchema.parse(await callApi(page, 'GET', SHARE_PATHS.list)).links
}
function refuseClipboard(page: Page) {
  return page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
}

test('the draft greets the others, and lists what was agreed and said, with its times', async ({ page }) => {
  const id = await openMicrosite(page)
  await quotePriya(page, id)
  await page.getByRole('button', { name: 'Draft a follow-up e-mail' }).click()
  await expect(dialog(page).getByLabel('Subject')).toHaveValue('Follow-up: Brightwater: first call')
  await expect(text(page)).toHaveValue(/^Hi Marcus and Priya,\n\nThank you for your time on our call\.\n\nNext steps\n/)
  const { time } = await saidAt(page, id, TODO)
  await expect(text(page)).toHaveValue(new RegExp(`\\n- Marcus: ${TODO} before the end of the week \\(${time}\\)\\n`))
  await expect(text(page)).toHaveValue(
    /\nFrom our call\n“.+” \(Marcus, \d:\d\d\)\n“.+” \(Priya, \d:\d\d\)\n\nBest regards,\nDana Reed$/,
  )
  await expect(text(page), 'nothing is shared before it is chosen').not.toHaveValue(/https?:/)
  expect(await linksOf(page)).toEqual([])
})

test('a person who is not known as a speaker says whom to greet; what was typed stays', async ({ page }) => {
  await openMicrosite(page, 'Ann Example')
  await expect(text(page)).toHaveValue(/^Hello,\n/)
  await text(page).press('Control+End')
  await text(page).pressSequentially('\nPS: see you soon')
  await dialog(page).getByRole('checkbox', { name: 'Priya' }).check()
  await expect(text(page)).toHaveValue(/^Hi Priya,\n/)
  await expect(text(page)).toHaveValue(/PS: see you soon$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Draft a follow-up e-mail' }), 'the focus is back').toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text(page), 'and after closing it').toHaveValue(/PS: see you soon$/)
  await dialog(page).getByRole('button', { name: 'Start again' }).click()
  await expect(text(page)).toHaveValue(/Best regards,\nAnn Example$/)
})

test('a link is made only when its expiry is chosen, and goes along; an open one can be taken, or none', async ({
  page,
}) => {
  await openMicrosite(page)
  await dialog(page).getByText('New link', { exact: true }).click()
  expect(await linksOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '2 Weeks' }).click()
  await expect(text(page)).toHaveValue(/The page of our call, open until .+:\nhttp.+\/s\/.+\n\nBest regards/)
  const [made] = await linksOf(page)
  await expect(text(page)).toHaveValue(new RegExp(made?.share_url ?? 'none'))
  await expect(dialog(page).getByText(/Recipients can’t open links/), 'the local address is warned of').toBeVisible()
  await dialog(page).getByText('No link', { exact: true }).click()
  await expect(text(page)).not.toHaveValue(/https?:/)
  await dialog(page)
    .getByRole('radio', { name: /^Until / })
    .focus()
  await page.keyboard.press('Space')
  await expect(text(page)).toHaveValue(new RegExp(made?.share_url ?? 'none'))
  expect(await linksOf(page)).toHaveLength(1)
})

test('before the first link its owner is offered a review of the page, and what goes then goes from the text too', async ({
  page,
}) => {
  const id = await openMicrosite(page, PERSON.name, false)
  await text(page).press('Control+Home')
  await text(page).pressSequentially('Dear all, ')
  await dialog(page).getByText('New link', { exact: true }).click()
  await expect(dialog(page).getByRole('button', { name: '1 Week' })).toBeHidden()
  await dialog(page).getByRole('button', { name: 'Look it through first' }).click()
  const look = page.getByRole('dialog', { name: 'Look it through first' })
  const step = look
    .getByRole('region', { name: 'Next steps' })
    .getByRole('listitem')
    .filter({ hasText: 'send Dana a list' })
  await step.getByRole('button', { name: 'Remove' }).click()
  await look.getByRole('button', { name: /^Keep all \d+$/ }).click()
  await look.getByRole('button', { name: 'Keep the rest' }).click()
  await expect(look).toBeHidden()
  await expect(dialog(page).getByRole('button', { name: '1 Week' })).toBeVisible()
  await expect(text(page)).toHaveValue(/^Dear all, Hi Marcus and Priya,\n[^]+Next steps\n/)
  await expect(text(page)).not.toHaveValue(/send Dana a list/)
  expect(await callApi(page, 'GET', `/api/microsites/${id}`)).toMatchObject({ reviewed_at: expect.any(String) })
})

test('with a link that shows some sections the text is made of these only, also where it was edited', async ({
  page,
}) => {
  const id = await openMicrosite(page)
  for (const sections of [['quotes', 'transcript'], ['summary']])
    await callApi(page, 'POST', SHARE_PATHS.create, {
      microsite_id: id,
      expires_in_days: 7,
      label: sections[0],
      sections,
    })
  await page.reload()
  await page.getByRole('button', { name: 'Draft a follow-up e-mail' }).click()
  await dialog(page)
    .getByRole('radio', { name: /^quotes/ })
    .check()
  await expect(text(page)).not.toHaveValue(/Next steps/)
  await expect(text(page)).toHaveValue(/From our call\n“/)
  await expect(
    dialog(page).getByText('The e-mail takes only what this link shows: Key Quotes, Transcript.'),
  ).toBeVisible()
  await text(page).press('Control+Home')
  await text(page).pressSequentially('Dear all, ')
  await dialog(page)
    .getByRole('radio', { name: /^summary/ })
    .check()
  await expect(text(page)).toHaveValue(
    /^Dear all, Hi Marcus and Priya,\n\nThank you for your time on our call\.\n\nThe page of our call/,
  )
  await dialog(page).getByRole('radio', { name: 'No link' }).check()
  await expect(text(page)).toHaveValue(
    /^Dear all, Hi .+\n\n.+\n\nNext steps\n- [^]+\n\nFrom our call\n“[^]+\n\nBest regards/,
  )
})

test('a link that has ended meanwhile is warned of, and a failure to make one is reported', async ({ page }) => {
  await openMicrosite(page)
  await page.route(
    `**${SHARE_PATHS.create}`,
    (route) => route.fulfill({ status: 500, json: { error: 'no', code: 'internal' } }),
    { times: 1 },
  )
  await dialog(page).getByText('New link', { exact: true }).click()
  await dialog(page).getByRole('button', { name: '1 Week' }).click()
  await expect(dialog(page).getByText('Failed to generate shareable link. Please try again.')).toBeVisible()
  await dialog(page).getByRole('button', { name: '1 Week' }).click()
  await expect(text(page)).toHaveValue(/\/s\//)
  await page.keyboard.press('Escape')
  const [made] = await linksOf(page)
  await callApi(page, 'PATCH', SHARE_PATHS.one(made?.id ?? ''), { revoked: true })
  // What was read is good for ten seconds.
  await page.clock.install()
  await page.clock.fastForward(11_000)
  await page.getByRole('button', { name: 'Draft a follow-up e-mail' }).press('Enter')
  await expect(
    dialog(page).getByText('The link in this e-mail does not work any more. Choose another one.'),
  ).toBeVisible()
})

test('it is copied as rich text, with times that lead to their moments on the shared page', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { time, line } = await saidAt(page, await openMicrosite(page), TODO)
  await dialog(page).getByText('New link', { exact: true }).click()
  await dialog(page).getByRole('button', { name: '1 Day' }).click()
  await expect(text(page)).toHaveValue(/\/s\//)
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(dialog(page).getByText('Copied. Paste it into your mail program.')).toBeVisible()
  const [html, plain] = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    return Promise.all(['text/html', 'text/plain'].map(async (type) => (await item?.getType(type))?.text() ?? ''))
  })
  expect(plain).toBe(await text(page).inputValue())
  const [made] = await linksOf(page)
  expect(html).toContain(`href="${made?.share_url}"`)
  const moment = new RegExp(`href="(${made?.share_url}\\?t=[\\d.]+)"[^>]*>${time}<`).exec(html ?? '')?.[1] ?? ''
  await page.goto(moment)
  await expect(page.locator('li[aria-current=true]')).toContainText(line)
})

test('it is handed to the mail program, unless it is too long: then it is copied, which is said', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openMicrosite(page)
  const address = await dialog(page).getByRole('link', { name: 'Open in mail program' }).getAttribute('href')
  expect(decodeURIComponent(address ?? '')).toBe(
    `mailto:?subject=Follow-up: Brightwater: first call&body=${(await text(page).inputValue()).replaceAll('\n', '\r\n')}`,
  )
  await text(page).fill('long '.repeat(500))
  await dialog(page).getByRole('button', { name: 'Open in mail program' }).click()
  await expect(
    dialog(page).getByText(/^This text is too long to be handed to a mail program\. It is copied instead/),
  ).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('long '.repeat(500))
})

test('where the clipboard refuses, the text is selected and nothing says Copied', async ({ page }) => {
  await refuseClipboard(page)
  await openMicrosite(page)
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(dialog(page).getByText(/The browser did not allow copying\. The text is selected/)).toBeVisible()
  await expect(text(page)).toBeFocused()
  expect(await text(page).evaluate((area: HTMLTextAreaElement) => area.selectionEnd - area.selectionStart)).toBe(
    (await text(page).inputValue()).length,
  )
  await expect(dialog(page).getByText('Copied', { exact: true })).toHaveCount(0)
})

test('axe finds nothing in the draft, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  const micrositeId = await openMicrosite(page)
  await callApi(page, 'POST', SHARE_PATHS.create, {
    microsite_id: micrositeId,
    expires_in_days: 7,
    label: 'Brightwater '.repeat(10),
    password: 'tide table',
  })
  await page.reload()
  await page.getByRole('button', { name: 'Draft a follow-up e-mail' }).click()
  await dialog(page)
    .getByRole('radio', { name: /^Brightwater / })
    .check()
  await expect(dialog(page).getByText('Readers need the password of this link. Send it another way.')).toBeVisible()
  await dialog(page).getByText('New link', { exact: true }).click()
  await expectAccessibleOnDevices(page, 'the draft', {
    check: async () =>
      expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
        0,
      ),
  })
})
