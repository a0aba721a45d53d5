import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('the start', () => {
  it('exits with 1 and one sentence that names a missing program', () => {
    const folder = mkdtempSync(join(tmpdir(), 'start-'))
    const env = { PATH: folder, HOME: folder }
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'start.ts')], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    rmSync(folder, { recursive: true })
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^ffmpeg is missing\. Install .+\n$/)
  })
})
