import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { strFromU8, unzipSync } from 'fflate'
import { chromium, type Browser, type Page } from 'playwright'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BRAND } from '@callfolio/shared/brand.ts'
import { exportFile } from './export-file.ts'
import type { ExportSource } from './export-source.ts'
import { HOSTILE, hostileSource, sampleSource, segment } from './sample.testing.ts'

const options = { now: new Date(2026, 10, 21, 15, 4), watermark: true }
const folder = mkdtempSync(join(tmpdir(), 'exports-'))
let browser: Browser

beforeAll(async () => {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
  browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath !== undefined && { executablePath }),
  })
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true })
})

interface Opened {
  page: Page
  /** Every request and error caused by the file. */
  noise: string[]
}

/** Opens the downloaded file as a person would. */
async function open(source: ExportSource): Promise<Opened> {
  const { name, content } = await exportFile('pdf', source, options)
  const path = join(folder, name)
  writeFileSync(path, await content.text())
  const page = await browser.newPage()
  const noise: string[] = []
  const address = pathToFileURL(path).href
  page.on('request', (request) => request.url() !== address && noise.push(request.url()))
  page.on('console', (message) => noise.push(message.text()))
  page.on('dialog', (dialog) => noise.push(dialog.message()))
  await page.goto(address)
  return { page, noise }
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Prints to PDF. @returns the pages' texts as read by a PDF reader. */
async function printed({ page }: Opened): Promise<string[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return (await extractText(new Uint8Array(pdf))).text.map(flat)
}

it('prints everything in order, with the transcript on its own page and numbered pages', async () => {
  const pages = await printed(await open(sampleSource()))
  expect(pages).toEqual([
    flat(`1 / 2 Acme: rollout & pricing Nov 20, 2026 · 46:12 · 2 speakers Second call with procurement.
      Summary They start in March. (0:12) The price is agreed.
      Key Quotes “We can start in March.” — Dana, 0:12 “Fine with us.” — Marcus “No one knows who said it.”
      Action Points Send the order form. (Marcus, 0:44) Important Points The budget ends in June. (1:02:09)
      Todo List ☐ Book the training. (Dana, 1:00) ☐ Ask legal.`),
    flat(`2 / 2 Transcript Dana 0:00 Hello everyone. 0:04 Shall we begin? Marcus 0:08 Yes. Dana 0:12 We can start in March.
      Generated on November 21, 2026 at 3:04 PM Powered by ${BRAND.name}`),
  ])
})

it('shows all text unchanged; none of it runs, fetches or becomes an element', async () => {
  const { page, noise } = await open(hostileSource())
  const shown = HOSTILE.map((text) => flat(text.replaceAll(/\p{Cc}/gu, ' ').toWellFormed()))
  expect(flat(await page.locator('h1').innerText())).toBe(shown.join(' '))
  expect(await page.title()).toBe(shown.join(' '))
  expect((await page.locator('.line').allInnerTexts()).map((text) => flat(text).replace(/^[\d:]+ /, ''))).toEqual([
    ...shown,
    ...shown,
  ])
  expect((await page.locator('blockquote > p:first-child').allInnerTexts()).map(flat)).toEqual(
    shown.map((text) => `“${text}”`),
  )
  const elements = await page
    .locator('body *')
    .evaluateAll((all) => [...new Set(all.map((element) => element.localName))].sort())
  expect(elements).toEqual([
    'a',
    'b',
    'bdi',
    'blockquote',
    'div',
    'footer',
    'h1',
    'h2',
    'h3',
    'header',
    'li',
    'p',
    'section',
    'span',
    'ul',
  ])
  expect(await page.locator('[onmouseover], script').count()).toBe(0)
  expect(noise).toEqual([])
})

it('links times to their URLs, and aligns right-to-left text to the right', async () => {
  const { page } = await open(
    sampleSource({ segments: [segment(0, 'שלום לכולם', 'דנה'), segment(1, 'Hello', 'Marcus')] }),
  )
  expect(
    await page.locator('.points a').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href)),
  ).toEqual(['https://calls.example/s/abc?t=44', 'https://calls.example/s/abc?t=3729'])
  expect(
    await page.locator('.line').evaluateAll((lines) => lines.map((line) => getComputedStyle(line).direction)),
  ).toEqual(['rtl', 'ltr'])
  expect(
    await page.locator('.speaker').evaluateAll((names) => names.map((name) => getComputedStyle(name).direction)),
  ).toEqual(['rtl', 'ltr'])
})

it('prints three hours of talk in full', async () => {
  const segments = Array.from({ length: 3600 }, (_, index) =>
    segment(index, `Sentence ${index} of a long call.`, index % 7 === 0 ? 'Marcus' : 'Dana', index * 3000),
  )
  const pages = await printed(await open(sampleSource({ segments })))
  expect(pages.length).toBeGreaterThan(50)
  expect([...pages.join(' ').matchAll(/Sentence (\d+) of a long call\./g)].map(([, index]) => Number(index))).toEqual(
    segments.map((_, index) => index),
  )
  expect(pages.at(-1)).toContain('2:59:57 Sentence 3599')
})

it('fits a phone’s screen, whatever the words', async () => {
  const { page } = await open(
    sampleSource({ title: 'W'.repeat(300), segments: [segment(0, 'w'.repeat(2000), 'N'.repeat(100))] }),
  )
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

it('writes every part of a Word file as well-formed XML, whatever was said', async () => {
  const { content } = await exportFile('word', hostileSource(), options)
  const parts = Object.entries(unzipSync(new Uint8Array(await content.arrayBuffer()))).filter(([path]) =>
    /\.(?:xml|rels)$/.test(path),
  )
  const page = await browser.newPage()
  const broken = await page.evaluate(
    (texts) =>
      texts
        .filter(
          ([, text]) => new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror') !== null,
        )
        .map(([path]) => path),
    parts.map(([path, bytes]): [string, string] => [path, strFromU8(bytes)]),
  )
  expect(parts.length).toBeGreaterThan(5)
  expect(broken).toEqual([])
})
