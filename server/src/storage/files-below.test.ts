import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesBelow } from './files-below.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'files-below-'))
})
afterEach(() => rm(root, { recursive: true }))

test('lists files by path, without excluded folders', async () => {
  for (const path of ['a.txt', 'b/c.txt', 'b/d/e.txt', 'work/f.txt']) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), '')
  }
  const listed = await filesBelow(root, (path) => !path.startsWith('work/'))
  expect(listed.toSorted()).toEqual(['a.txt', 'b/c.txt', 'b/d/e.txt'])
  expect(await filesBelow(join(root, 'nothing'))).toEqual([])
})

test('lists remaining files while folders next to them are deleted', async () => {
  await mkdir(join(root, 'kept'))
  await writeFile(join(root, 'kept/call.vtt'), '')
  const going = Array.from({ length: 300 }, (_, index) => join(root, `going-${index}`, 'deep'))
  for (const folder of going) await mkdir(folder, { recursive: true })
  const [listed] = await Promise.all([
    filesBelow(root),
    ...going.map((folder) => rm(join(folder, '..'), { recursive: true })),
  ])
  expect(listed).toEqual(['kept/call.vtt'])
})
