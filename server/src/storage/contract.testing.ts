import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from './storage.ts'

export interface OpenedStorage {
  storage: Storage
  /** Fetches a signed link as anyone would. */
  fetch: (url: string) => Promise<Response>
  close: () => Promise<void>
}

/** The contract of every storage driver. */
export function describeStorage(name: string, open: () => Promise<OpenedStorage>): void {
  describe(`storage on ${name}`, () => {
    let opened: OpenedStorage
    let storage: Storage
    let folder: string

    beforeAll(async () => {
      opened = await open()
      storage = opened.storage
      folder = await mkdtemp(join(tmpdir(), 'storage-contract-'))
    })
    afterAll(async () => {
      await opened.close()
      await rm(folder, { recursive: true, force: true })
    })

    test('reads back what was written, byte for byte', async () => {
      const content = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251)
      await storage.write('u/derived/a/audio.wav', content)
      expect((await buffer(await storage.read('u/derived/a/audio.wav'))).equals(content)).toBe(true)
      expect(await storage.stat('u/derived/a/audio.wav')).toMatchObject({ key: 'u/derived/a/audio.wav', size: 100_000 })
    })

    test('includes the first and the last byte of a range', async () => {
      await storage.write('u/range.txt', '0123456789')
      expect(await text(await storage.read('u/range.txt', { start: 2, end: 5 }))).toBe('2345')
      expect(await text(await storage.read('u/range.txt', { start: 9, end: 9 }))).toBe('9')
    })

    test('replaces the whole object on another write', async () => {
      await storage.write('u/again.json', '{"long":"content"}')
      await storage.write('u/again.json', '{}')
      expect(await text(await storage.read('u/again.json'))).toBe('{}')
    })

    test('never shows a reader a partial write', async () => {
      const contents = ['a', 'b'].map((letter) => letter.repeat(300_000))
      await storage.write('u/atomic.txt', contents[0] ?? '')
      const writes = Array.from({ length: 10 }, (_, index) => storage.write('u/atomic.txt', contents[index % 2] ?? ''))
      const reads = Array.from({ length: 20 }, async () => text(await storage.read('u/atomic.txt')))
      for (const content of await Promise.all(reads)) expect(contents).toContain(content)
      await Promise.all(writes)
    })

    test('moves an adopted file instead of copying it', async () => {
      const local = join(folder, 'made.mp4')
      await writeFile(local, 'made elsewhere')
      await storage.adopt(local, 'u/derived/b/video.mp4')
      expect(existsSync(local)).toBe(false)
      expect(await text(await storage.read('u/derived/b/video.mp4'))).toBe('made elsewhere')
    })

    test('returns a local path with the object’s bytes', async () => {
      await storage.write('u/local.txt', 'for a tool')
      expect(await storage.withLocalFile('u/local.txt', (path) => readFile(path, 'utf8'))).toBe('for a tool')
    })

    test('lists all users’ objects with their sizes, and nothing unfinished', async () => {
      await Promise.all(['v/a.txt', 'v/derived/b/c.txt', 'w/d.txt', 'w/e.txt'].map((key) => storage.write(key, key)))
      const found = await Array.fromAsync(storage.all())
      expect(found.map(({ key }) => key)).toEqual(
        expect.arrayContaining(['v/a.txt', 'v/derived/b/c.txt', 'w/d.txt', 'w/e.txt']),
      )
      expect(found.find(({ key }) => key === 'v/derived/b/c.txt')).toMatchObject({ size: 17 })
      expect(found.filter(({ key }) => key.startsWith('.'))).toEqual([])
    })

    test('reports a missing object as absent, cannot read it, and can remove it', async () => {
      expect(await storage.stat('u/none.txt')).toBeNull()
      expect(await storage.stat('u')).toBeNull()
      expect(await storage.stat('u/range.txt/below')).toBeNull()
      await expect(storage.read('u/none.txt')).rejects.toThrow('This file no longer exists.')
      await expect(storage.read('u/derived')).rejects.toThrow('This file no longer exists.')
      await expect(storage.withLocalFile('u/none.txt', async () => 'used')).rejects.toThrow(
        'This file no longer exists.',
      )
      await expect(storage.remove('u/none.txt')).resolves.toBeUndefined()
    })

    test('deletes a removed object', async () => {
      await storage.write('u/gone.txt', 'x')
      await storage.remove('u/gone.txt')
      expect(await storage.stat('u/gone.txt')).toBeNull()
    })

    test('lists everything below a prefix and nothing else', async () => {
      const user = randomUUID()
      for (const key of ['list/b/2.txt', 'list/a.txt', 'list/b/c/3.txt', 'lister/no.txt'])
        await storage.write(`${user}/${key}`, key)
      const keys = (await storage.list(`${user}/list/`)).map((object) => object.key)
      expect(keys).toEqual(['list/a.txt', 'list/b/2.txt', 'list/b/c/3.txt'].map((key) => `${user}/${key}`))
      expect(await storage.list(`${user}/nothing/`)).toEqual([])
    })

    test.each([
      '../out.txt',
      'u/../../out.txt',
      '/etc/passwd',
      'u//x',
      'u/./x',
      '',
      'u/',
      'u/x\0.txt',
      'u\\..\\x',
      '.scratch/x',
    ])('refuses the key %j', async (key) => {
      await expect(storage.write(key, 'x')).rejects.toThrow('The storage path is not valid.')
      await expect(storage.read(key)).rejects.toThrow('The storage path is not valid.')
      await expect(storage.stat(key)).rejects.toThrow('The storage path is not valid.')
      await expect(storage.remove(key)).rejects.toThrow('The storage path is not valid.')
      await expect(storage.signedUrl(key, { session: 's', seconds: 60 })).rejects.toThrow(
        'The storage path is not valid.',
      )
    })

    test('gives access to an object by a signed link', async () => {
      const before = Date.now()
      await storage.write('u/meetings/u/1 é.mp4', 'a recording')
      const { url, expiresAt } = await storage.signedUrl('u/meetings/u/1 é.mp4', { session: 's', seconds: 3600 })
      const response = await opened.fetch(url)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('a recording')
      expect(Math.abs(expiresAt.getTime() - before - 3_600_000)).toBeLessThan(60_000)
      expect((await opened.fetch(url.replace('meetings', 'derived'))).status).toBe(403)
    })
  })
}
