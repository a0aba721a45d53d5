import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Build, BuildFailed, buildIfChanged } from './build.ts'

let root: string
const build: Build = {
  name: 'count',
  inputs: ['src'],
  outputs: ['out.txt'],
  commands: [['node', '-e', `fs.appendFileSync('out.txt', 'x')`]],
}
const runs = async (): Promise<number> => (await readFile(join(root, 'out.txt'), 'utf8')).length
const buildNow = (it = build): Promise<boolean> => buildIfChanged(it, root, join(root, 'state'))

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-'))
  await mkdir(join(root, 'src/node_modules'), { recursive: true })
  await writeFile(join(root, 'src/a.ts'), '1')
})
afterEach(() => rm(root, { recursive: true }))

describe('a build', () => {
  it('runs once, and not again while its inputs are unchanged', async () => {
    expect(await buildNow()).toBe(true)
    expect(await buildNow()).toBe(false)
    expect(await runs()).toBe(1)
  })

  it('runs again when a file is changed, added, deleted or renamed, or when its result is missing', async () => {
    await buildNow()
    await writeFile(join(root, 'src/a.ts'), '2')
    expect(await buildNow()).toBe(true)
    await writeFile(join(root, 'src/b.ts'), '')
    expect(await buildNow()).toBe(true)
    await rm(join(root, 'src/b.ts'))
    expect(await buildNow()).toBe(true)
    await rm(join(root, 'out.txt'))
    expect(await buildNow()).toBe(true)
  })

  it('ignores tests, installed packages and build output', async () => {
    await buildNow()
    await writeFile(join(root, 'src/a.test.ts'), '')
    await writeFile(join(root, 'src/node_modules/x.js'), '')
    expect(await buildNow()).toBe(false)
  })

  it("prints the tool's output when it fails, and is retried", async () => {
    const broken = { ...build, commands: [['node', '-e', `console.error('no such colour'); process.exit(2)`]] }
    await expect(buildNow(broken)).rejects.toThrow('no such colour')
    await expect(buildNow(broken)).rejects.toThrow(BuildFailed)
    expect(await buildNow()).toBe(true)
  })

  it('is retried after an interrupted run, even if the change is reverted', async () => {
    await buildNow()
    await writeFile(join(root, 'src/a.ts'), 'broken')
    await expect(buildNow({ ...build, commands: [['node', '-e', 'process.exit(2)']] })).rejects.toThrow(BuildFailed)
    await writeFile(join(root, 'src/a.ts'), '1')
    expect(await buildNow()).toBe(true)
  })
})
