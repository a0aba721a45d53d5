import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sealedFile } from './ai-server.ts'

test('serialises concurrent writes, and keeps the last one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-'))
  const place = sealedFile(join(folder, 'ai-server.sealed'))
  const texts = Array.from({ length: 20 }, (_, index) => (index % 5 === 4 ? null : `sealed ${index}`))
  await Promise.all([...texts, 'the last'].map((text) => place.write(text)))
  expect([await place.read(), await readdir(folder)]).toEqual(['the last', ['ai-server.sealed']])
  await rm(folder, { recursive: true })
})
