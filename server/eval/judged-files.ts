import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { readSalesCalls, SALES_FOLDERS, type SalesCall } from './calls.ts'
import {
  compareJudged,
  countCodes,
  getHead,
  newHead,
  readJudged,
  usableShare,
  writeJudged,
  type Judgement,
} from './judged.ts'
import { getItems, type PageItem } from './page-items.ts'
import { getRecap } from './get-recap.ts'

const FOLDER = new URL('sales/judged/', import.meta.url)
const getFile = (id: string) => new URL(`${id}.md`, FOLDER)

/**
 * A person's judgements of a call's page; null: the call has not been judged. Throws when the file can't be parsed.
 */
export async function getJudgement(id: string, items: readonly PageItem[]): Promise<Judgement | null> {
  const file = await readIfThere(getFile(id))
  return file === null ? null : compareJudged(items, readJudged(file))
}

/** "77 % of 26" of all pages that were judged, or the bounds while items are not judged. */
export function formatUsable(...pages: readonly (Judgement | null)[]): string {
  const known = pages.filter((page) => page !== null)
  if (known.length === 0) return 'not judged'
  const [judged, open] = [known.flatMap((page) => page.judged), known.flatMap((page) => page.open)]
  const { least, most } = usableShare({ judged, open })
  const all = judged.length + open.length
  const [from, to] = [least, most].map((share) => `${(100 * share).toFixed(0)} %`)
  if (open.length === 0) return `${from} of ${all}`
  return `unknown (${open.length} of ${all} not judged: ${from} to ${to})`
}

/**
 * Reports for each judged sales call the usable share of its page, the codes given, and today's items that have not
 * been judged.
 */
export async function printJudged(print: (line: string) => void): Promise<void> {
  for (const folder of SALES_FOLDERS) {
    print(`Judged by hand: ${folder}`)
    for (const call of await readSalesCalls(folder)) {
      const judgement = await getJudgement(call.id, await getPage(call))
      if (judgement === null) continue
      const { judged, open, gone } = judgement
      print(`${call.id.padEnd(30)} usable: ${formatUsable(judgement)}`)
      print(
        `  ${
          countCodes(judged)
            .map(([code, count]) => `${code} ${count}`)
            .join(', ') || 'no codes'
        }; ${gone.length} judged before and not shown today`,
      )
      for (const { kind, text } of open) print(`  not judged: ${kind}: ${text}`)
    }
  }
}

/**
 * Writes today's items of a call into its judged file: those with the same words keep their codes, the others are to
 * be judged.
 * @returns the file's path and how many items are to be judged. Throws when there is no such call.
 */
export async function writeOpenItems(id: string): Promise<{ path: string; open: number }> {
  const calls = (await Promise.all(SALES_FOLDERS.map(readSalesCalls))).flat()
  const call = calls.find((one) => one.id === id)
  if (call === undefined)
    throw new Error(`There is no sales call ${id}; there are ${calls.map((one) => one.id).join(', ')}.`)
  const [items, file] = [await getPage(call), await readIfThere(getFile(id))]
  const known = file === null ? [] : readJudged(file)
  await mkdir(FOLDER, { recursive: true })
  await writeFile(getFile(id), writeJudged(file === null ? newHead(id) : getHead(file), items, known))
  return { path: getFile(id).pathname, open: compareJudged(items, known).open.length }
}

async function getPage({ cues, notes }: SalesCall): Promise<PageItem[]> {
  const { recap } = await getRecap(cues, notes.date)
  return getItems(recap)
}

async function readIfThere(file: URL): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
