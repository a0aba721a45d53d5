import type { Page } from 'playwright/test'
import { MICROSITE_PATHS, micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { addSampleCall, keepAll } from '../fixtures/api.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand, tokenOf } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

/** Signs somebody up and opens the microsite of the sample call: Dana sells, Marcus and Priya ask. */
test.beforeEach(async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await page.goto(`${server.url}/microsite/${await addSampleCall(page)}`)
  await expect(section(page, 'Todo List').getByText(/send the security report by Friday/)).toBeVisible()
})

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

/** The microsite as the server has it. */
async function stored(page: Page): Promise<Microsite> {
  const id = idOf(page)
  const reply = await fetch(server.url + MICROSITE_PATHS.one(id), {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  })
  return micrositeSchema.parse(await reply.json())
}

function idOf(page: Page): string {
  return /\/microsite\/([^/?]+)/.exec(page.url())?.[1] ?? ''
}

/** The page as it is once its owner has kept all that the recap is not sure of. */
async function keepEverything(page: Page): Promise<void> {
  await keepAll(page, idOf(page))
  await page.reload()
  await expect(section(page, 'Quotes').getByRole('figure').first()).toBeVisible()
}

/** The words of a list's entries, on the page. */
function entries(page: Page, name: string): Promise<string[]> {
  return section(page, name).getByRole('listitem').getByRole('paragraph').allInnerTexts()
}

test('title and description are edited in place, Escape gives up, and both can be undone', async ({ page }) => {
  await page.getByRole('button', { name: 'Edit title and description' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Title' }).fill('Brightwater: first call')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Sample call/)
  await expect(page.getByRole('button', { name: 'Edit title and description' }), 'the focus is back').toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' }), 'what was typed is there again').toHaveValue(
    'Brightwater: first call',
  )
  await page.getByRole('textbox', { name: 'Description' }).fill('')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Brightwater: first call' })).toBeVisible()
  await expect(page).toHaveTitle(/^Brightwater: first call/)
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  expect(await stored(page)).toMatchObject({ title: 'Brightwater: first call', description: null })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.', { exact: true })).toBeVisible()
  expect((await stored(page)).title).toMatch(/Sample call/)
})

test('a sentence of the summary that stays keeps its moment, and the analysis’ version can be had back', async ({
  page,
}) => {
  const summary = section(page, 'Summary')
  const before = await summary.innerText()
  const { gpt_summary } = await stored(page)
  const chips = await summary.getByRole('button', { name: /^Play / }).count()
  await summary.getByRole('button', { name: 'Edit summary' }).click()
  await summary.getByLabel('Text').fill(`Written by hand. ${gpt_summary}`)
  await summary.getByRole('button', { name: 'Save' }).click()
  await expect(summary.getByText('Written by hand.')).toBeVisible()
  await expect(summary.getByRole('button', { name: /^Play / })).toHaveCount(chips)
  await expect(summary.getByText('Edited', { exact: true })).toBeVisible()
  expect(await stored(page)).toMatchObject({ summary: `Written by hand. ${gpt_summary}`, gpt_summary })
  await summary.getByRole('button', { name: 'Edit summary' }).click()
  await summary.getByRole('button', { name: 'Back to the analysis’ version' }).click()
  await expect.poll(() => summary.innerText()).toBe(before)
  expect((await stored(page)).summary).toBeNull()
})

test('a list is edited by keyboard only; edited entries keep their moment, new ones have none', async ({ page }) => {
  const todos = section(page, 'Todo List')
  const { gpt_todo_list } = await stored(page)
  const first = gpt_todo_list?.[0]
  if (first === undefined || typeof first === 'string') throw new Error('no todo with a moment')
  await todos.getByRole('button', { name: 'Edit todo list' }).focus()
  await page.keyboard.press('Enter')
  await expect(todos.getByRole('textbox', { name: 'todo 1' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(', please')
  await page.keyboard.press('Enter')
  await expect(todos.getByRole('textbox', { name: 'todo 2' })).toBeFocused()
  await page.keyboard.type('Ring Priya')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(todos.getByRole('textbox', { name: 'todo 1' })).toHaveValue('Ring Priya')
  await expect(todos.getByRole('textbox', { name: 'todo 1' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  await expect(todos.getByRole('textbox', { name: 'todo 1' }), 'an empty row goes, the focus doesn’t').toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(todos.getByText('Ring Priya')).toBeVisible()
  expect(await entries(page, 'Todo List')).toHaveLength((gpt_todo_list?.length ?? 0) + 1)
  expect((await stored(page)).todo_list?.slice(0, 2)).toEqual([
    'Ring Priya',
    { ...first, text: `${first.text}, please` },
  ])
  await expect(
    todos
      .getByRole('listitem')
      .filter({ hasText: 'Ring Priya' })
      .getByRole('button', { name: /^Play / }),
  ).toHaveCount(0)
  await expect(
    todos
      .getByRole('listitem')
      .filter({ hasText: ', please' })
      .getByRole('button', { name: /^Play / }),
  ).toHaveCount(1)
})

test('entries are moved and removed by buttons, a removal can be undone, an emptied list stays empty', async ({
  page,
}) => {
  await keepEverything(page)
  const points = section(page, 'Action Points')
  const before = await entries(page, 'Action Points')
  await points.getByRole('button', { name: 'Edit action points' }).click()
  await points.getByRole('button', { name: 'Move action point 1 down' }).click()
  await points.getByRole('button', { name: 'Remove action point 1' }).click()
  await points.getByRole('button', { name: 'Save' }).click()
  await expect(points.getByRole('button', { name: 'Edit action points' })).toBeVisible()
  expect(await entries(page, 'Action Points')).toEqual([before[0], ...before.slice(2)])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => entries(page, 'Action Points')).toEqual(before)
  await points.getByRole('button', { name: 'Edit action points' }).click()
  for (let row = 0; row < before.length; row++)
    await points.getByRole('button', { name: 'Remove action point 1' }).click()
  await points.getByRole('button', { name: 'Save' }).click()
  await expect(points.getByText('No action points were found in this call.')).toBeVisible()
  await expect(page.getByText('Action Points saved.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(points.getByText('No action points were found in this call.')).toBeVisible()
})

test('a quote’s words are the transcript’s: its speaker can be changed, and a new one is chosen from a line', async ({
  page,
}) => {
  const quotes = section(page, 'Quotes')
  const { segments, gpt_quotes } = await stored(page)
  const line = segments.find(({ text }) => text.startsWith('The warehouse managers do'))
  if (!line) throw new Error('no such line')
  await quotes.getByRole('button', { name: 'Edit quotes' }).click()
  await expect(quotes.getByRole('textbox'), 'no field holds a quote’s words').toHaveCount(0)
  await quotes.getByLabel('Speaker of quote 1').fill('Brightwater’s COO')
  await quotes.getByRole('button', { name: 'Add a quote from the transcript' }).click()
  await quotes.getByLabel('Find the line').fill('WAREHOUSE')
  await quotes.getByRole('button', { name: /The warehouse managers do/ }).click()
  const words = quotes.getByLabel('The quote')
  await words.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 30))
  await quotes.getByRole('button', { name: 'Add quote' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(quotes.getByText('“warehouse managers do, and”')).toBeVisible()
  await expect(quotes.getByText('— Brightwater’s COO')).toBeVisible()
  const saved = (await stored(page)).quotes
  expect(saved).toHaveLength((gpt_quotes?.length ?? 0) + 1)
  expect(saved?.at(-1)).toMatchObject({
    text: 'warehouse managers do, and',
    speaker: line.speaker,
    segment_ids: [line.id],
  })
})

test('a speaker is renamed once for the whole microsite, and back', async ({ page }) => {
  await keepEverything(page)
  await expect(section(page, 'Quotes').getByText('— Marcus', { exact: true }).first()).toBeVisible()
  const quotes = await section(page, 'Quotes').getByText('— Marcus', { exact: true }).count()
  expect(quotes).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Rename Marcus' }).click()
  await page.getByLabel('New name of Marcus').fill('Marcus Lee')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Marcus is now called Marcus Lee.', { exact: true })).toBeVisible()
  await expect(section(page, 'Quotes').getByText('— Marcus Lee')).toHaveCount(quotes)
  await expect(page.getByText(/^Marcus$/)).toHaveCount(0)
  const renamed = await stored(page)
  expect(renamed.segments.some(({ speaker }) => speaker === 'Marcus')).toBe(false)
  expect(renamed.transcript).toContain('Marcus Lee: ')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(section(page, 'Quotes').getByText('— Marcus', { exact: true })).toHaveCount(quotes)
  expect((await stored(page)).transcript).not.toContain('Marcus Lee')
})

test('the focus comes back when renaming a speaker or adding a quote is given up', async ({ page }) => {
  const rename = page.getByRole('button', { name: 'Rename Dana' })
  await rename.press('Enter')
  await expect(page.getByLabel('New name of Dana')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rename).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Dana Field')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename Dana Field' })).toBeFocused()
  await page.getByRole('button', { name: 'Edit quotes' }).press('Enter')
  const add = page.getByRole('button', { name: 'Add a quote from the transcript' })
  await add.press('Enter')
  await expect(page.getByLabel('Find the line')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
})

test('a corrected line changes the quotes that stand on it, and taking it back brings them back', async ({ page }) => {
  const transcript = section(page, 'Transcript')
  const before = await stored(page)
  const line = before.segments.find(({ text }) => text.includes('three separate inboxes'))
  if (!line) throw new Error('no such line')
  await transcript.getByRole('button', { name: 'Edit transcript' }).click()
  await transcript.getByLabel('Words at 0:31').fill(line.text.replace('three separate inboxes', 'three mailboxes'))
  await transcript.getByRole('button', { name: 'Save' }).click()
  await expect(
    section(page, 'Quotes').getByText('“We lose requests because they sit in three mailboxes.”'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.', { exact: true })).toBeVisible()
  const after = await stored(page)
  expect(after.segments.map(({ text }) => text)).toEqual(before.segments.map(({ text }) => text))
  await expect(
    section(page, 'Quotes').getByText('“We lose requests because they sit in three separate inboxes.”'),
  ).toBeVisible()
})

test('a corrected transcript goes back to the analysis’ version, with its speakers and quotes, and that can be undone', async ({
  page,
}) => {
  const transcript = section(page, 'Transcript')
  const before = await stored(page)
  const line = before.segments.find(({ text }) => text.includes('three separate inboxes'))
  if (!line) throw new Error('no such line')
  await transcript.getByRole('button', { name: 'Edit transcript' }).click()
  await expect(
    transcript.getByRole('button', { name: 'Back to the analysis’ version' }),
    'nothing to go back from',
  ).toHaveCount(0)
  await transcript.getByLabel('Words at 0:31').fill(line.text.replace('three separate inboxes', 'three mailboxes'))
  await transcript.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('One line corrected.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Rename Dana' }).click()
  await page.getByLabel('New name of Dana').fill('Dana Field')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Dana is now called Dana Field.', { exact: true })).toBeVisible()
  await expect(transcript.getByText('Edited', { exact: true })).toBeVisible()
  const corrected = await stored(page)
  await transcript.getByRole('button', { name: 'Edit transcript' }).click()
  await transcript.getByRole('button', { name: 'Back to the analysis’ version' }).click()
  await expect(page.getByText('Transcript: the analysis’ version again.', { exact: true })).toBeVisible()
  await expect(
    section(page, 'Quotes').getByText('“We lose requests because they sit in three separate inboxes.”'),
  ).toBeVisible()
  await expect(transcript.getByText('Edited', { exact: true })).toHaveCount(0)
  const { segments, transcript: text, gpt_quotes } = await stored(page)
  expect({ segments, text, gpt_quotes }).toEqual({
    segments: before.segments,
    text: before.transcript,
    gpt_quotes: before.gpt_quotes,
  })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('Undone.', { exact: true })).toBeVisible()
  expect((await stored(page)).segments).toEqual(corrected.segments)
})

for (const [name, what, row, field] of [
  ['Quotes', 'quotes', 'quote', 'quotes'],
  ['Important Points', 'important points', 'important point', 'important_points'],
] as const) {
  test(`${name}: an edited list goes back to the analysis’ version`, async ({ page }) => {
    const list = section(page, name)
    const before = await list.innerText()
    await list.getByRole('button', { name: `Edit ${what}` }).click()
    await list.getByRole('button', { name: `Remove ${row} 1` }).click()
    await list.getByRole('button', { name: 'Save' }).click()
    await expect(list.getByText('Edited', { exact: true })).toBeVisible()
    await expect(page.getByText(`${name} saved.`, { exact: true })).toBeVisible()
    expect((await stored(page))[field]).not.toBeNull()
    await list.getByRole('button', { name: `Edit ${what}` }).click()
    await list.getByRole('button', { name: 'Back to the analysis’ version' }).click()
    await expect(page.getByText(`${name}: the analysis’ version again.`, { exact: true })).toBeVisible()
    await expect.poll(() => list.innerText()).toBe(before)
    expect((await stored(page))[field]).toBeNull()
  })
}

test('words that the server refuses are not lost', async ({ page }) => {
  const summary = section(page, 'Summary')
  await page.route('**/api/microsites/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await summary.getByRole('button', { name: 'Edit summary' }).click()
  await summary.getByLabel('Text').fill('An hour of work.')
  await summary.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The change could not be saved. Please try again.', { exact: true })).toBeVisible()
  await expect(summary.getByLabel('Text')).toHaveValue('An hour of work.')
  await page.unroute('**/api/microsites/*')
  await summary.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Summary saved.', { exact: true })).toBeVisible()
  expect((await stored(page)).summary).toBe('An hour of work.')
})

test('leaving with unsaved words is asked about', async ({ page }) => {
  const summary = section(page, 'Summary')
  await summary.getByRole('button', { name: 'Edit summary' }).click()
  await summary.getByLabel('Text').fill('Half a thought')
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(summary.getByLabel('Text')).toHaveValue('Half a thought')
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('the transcript is searched from the keyboard: finds are counted, marked and gone through', async ({ page }) => {
  const transcript = section(page, 'Transcript')
  const box = transcript.getByRole('region', { name: 'Transcript text' })
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('SECURITY')
  await expect(transcript.getByText('1 of 4')).toBeVisible()
  await expect(box.locator('mark')).toHaveText(['security', 'security', 'security', 'security'])
  await page.keyboard.press('Enter')
  await expect(transcript.getByText('2 of 4')).toBeVisible()
  await expect(box.locator('mark[data-current]')).toBeInViewport()
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(transcript.getByText('4 of 4'), 'around the end').toBeVisible()
  await transcript.getByRole('button', { name: 'View Timeline' }).click()
  await expect(page.getByRole('region', { name: 'Timeline' }).locator('mark[data-current]')).toBeInViewport()
  await transcript.getByRole('searchbox').fill('nobody said this')
  await expect(transcript.getByText('Not found')).toBeVisible()
  await transcript.getByRole('searchbox').press('Escape')
  await expect(box.locator('mark')).toHaveCount(0)
})

test('a link to a moment starts there', async ({ page }) => {
  await page.goto(`${page.url()}?t=86`)
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBe(86)
  await expect(page.getByRole('region', { name: 'Timeline' }).locator('[aria-current=true]')).toContainText(
    'We also need single sign on',
  )
})

test('ticks of todos stay in the browser', async ({ page }) => {
  const todo = section(page, 'Todo List').getByRole('checkbox').first()
  await todo.check()
  await expect(page.getByText('Only you see the ticks; they stay in this browser.')).toBeVisible()
  await page.reload()
  await expect(todo).toBeChecked()
})

test('the owner’s logo and accent are on the page', async ({ page }) => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  )
  const authorization = `Bearer ${await tokenOf(page)}`
  await fetch(`${server.url}/api/branding`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ accent: '#e11d8f' }),
  })
  await fetch(`${server.url}/api/branding/logo`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'image/png' },
    body: pixel,
  })
  await page.reload()
  await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveAttribute('style', /--accent: ?#e11d8f/)
})

test('a microsite is deleted from its own page, after a question', async ({ page }) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete microsite' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Sample call/ })).toBeVisible()
  const address = page.url()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete microsite' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete microsite' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto(address)
  await expect(page.getByText('Microsite not found.')).toBeVisible()
})

test('axe finds nothing while sections are edited, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  for (const what of ['title and description', 'summary', 'transcript', 'quotes', 'todo list'])
    await page.getByRole('button', { name: `Edit ${what}` }).click()
  await page.getByRole('button', { name: 'Add a quote from the transcript' }).click()
  await section(page, 'Todo List').getByRole('button', { name: 'Remove todo 1' }).click()
  await expectAccessibleOnDevices(page, 'every editor')
  await page.getByRole('group', { name: 'Add a quote' }).getByRole('listitem').first().getByRole('button').click()
  await expectAccessibleOnDevices(page, 'choosing words of a line')
})
