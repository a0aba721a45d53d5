import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { networkRemover } from './confine.ts'
import { findProgram } from './find-program.ts'
import { isAlive } from './is-alive.testing.ts'
import { ProcessFailed } from './process-failed.ts'
import { run, type RunOptions, type RunResult } from './run.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs a few lines of JavaScript in a child process. */
function script(code: string, options: Partial<RunOptions> = {}, ...args: string[]): Promise<RunResult> {
  return run(process.execPath, ['-e', code, ...args], {
    signal: new AbortController().signal,
    timeoutMs: 20_000,
    memoryBytes: 64 * 1024 ** 3,
    ...options,
  })
}

async function failure(promise: Promise<unknown>): Promise<ProcessFailed> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProcessFailed)) throw new Error(`expected a failed process, got ${String(error)}`)
  return error
}

describe('running a program', () => {
  it('returns its output', async () => {
    expect(await script(`console.log('out'); console.error('err')`)).toEqual({ stdout: 'out\n', stderr: 'err\n' })
  })

  it('passes arguments unchanged, without a shell', async () => {
    const { stdout } = await script('console.log(process.argv[1])', {}, '$(id); `id` > x')
    expect(stdout).toBe('$(id); `id` > x\n')
  })

  it('hides the secrets in our environment', async () => {
    process.env['SECRET_KEY_OF_TEST'] = 'hidden'
    const { stdout } = await script('console.log(Object.keys(process.env).join())')
    delete process.env['SECRET_KEY_OF_TEST']
    expect(stdout).toContain('PATH')
    expect(stdout).not.toContain('SECRET_KEY_OF_TEST')
  })

  it('isolates the child from the network if the system allows it', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { stdout } = await script(
      `require('node:net').connect(${port}, '127.0.0.1').on('connect', () => console.log('reached')).on('error', () => console.log('cut off'))`,
    )
    server.close()
    expect(stdout).toBe((await networkRemover()) === null ? 'reached\n' : 'cut off\n')
  })

  it('provides an empty standard input', async () => {
    expect((await script(`process.stdin.on('end', () => console.log('ended')).resume()`)).stdout).toBe('ended\n')
  })

  it('passes lines on as they arrive, including a last one without a newline', async () => {
    const lines: string[] = []
    await script(`process.stdout.write('one\\ntw'); setTimeout(() => process.stdout.write('o\\nthrée'), 20)`, {
      onLine: (line) => lines.push(line),
    })
    expect(lines).toEqual(['one', 'two', 'thrée'])
  })

  it('may take longer than its timeout and its stall limit while it writes lines', async () => {
    const lines: string[] = []
    const code = `let left = 3; const next = () => { console.log('line'); if (--left > 0) setTimeout(next, 2500) }; next()`
    await script(code, { timeoutMs: 2000, stallMs: 4000, onLine: (line) => lines.push(line) })
    expect(lines).toHaveLength(3)
  })
})

describe('a program that fails', () => {
  it('rejects with its exit code and the end of its errors', async () => {
    const error = await failure(script(`console.error('x'.repeat(200000) + ' the reason'); process.exitCode = 3`))
    expect(error).toMatchObject({ reason: 'exit', exitCode: 3 })
    expect(error.stderr).toMatch(/the reason\n$/)
    expect(error.stderr.length).toBeLessThan(70_000)
  })

  it('rejects when it does not exist', async () => {
    const error = await failure(
      run(join(folder, 'nothing'), [], { signal: new AbortController().signal, timeoutMs: 5000 }),
    )
    expect(['start', 'exit']).toContain(error.reason)
  })

  it('is killed on timeout', async () => {
    expect(await failure(script('setInterval(() => {}, 1000)', { timeoutMs: 200 }))).toMatchObject({
      reason: 'timeout',
      endedBy: 'SIGKILL',
    })
  })

  it('is killed when its output is too long', async () => {
    expect(
      await failure(script(`setInterval(() => console.log('x'.repeat(1000)), 1)`, { outputBytes: 10_000 })),
    ).toMatchObject({ reason: 'output' })
    expect(
      await failure(
        script(`setInterval(() => process.stdout.write('x'.repeat(1000)), 1)`, {
          outputBytes: 10_000,
          onLine: () => {},
        }),
      ),
    ).toMatchObject({ reason: 'output' })
  })

  it("is killed when a line can't be parsed", async () => {
    const running = script(`setInterval(() => console.log('?'), 1)`, {
      onLine: () => {
        throw new Error('no such line')
      },
    })
    await expect(running).rejects.toThrow('no such line')
  })

  it.runIf(process.platform === 'linux')("can't write a file above the size limit", async () => {
    const error = await failure(
      script(
        `require('fs').writeFileSync(process.argv[1], Buffer.alloc(300000))`,
        { fileBytes: 100_000 },
        join(folder, 'big'),
      ),
    )
    expect(error.reason).toBe('exit')
    expect((await readFile(join(folder, 'big'))).length).toBe(100_000)
  })

  it.runIf(process.platform === 'linux')("can't allocate memory above the limit", async () => {
    expect((await failure(script('', { memoryBytes: 50 * 1024 ** 2 }))).reason).toBe('exit')
  })
})

describe('aborting', () => {
  it('kills the program and all its children before it rejects with the reason', async () => {
    const controller = new AbortController()
    const pids: number[] = []
    const code = `
      const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
      console.log(process.pid); console.log(child.pid); setInterval(() => {}, 1000)`
    const running = script(code, {
      signal: controller.signal,
      onLine: (line) => {
        pids.push(Number(line))
        if (pids.length === 2) controller.abort(new Error('no longer wanted'))
      },
    })
    await expect(running).rejects.toThrow('no longer wanted')
    expect(pids).toHaveLength(2)
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  })

  it('starts nothing when already aborted', async () => {
    await expect(script('', { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late')
  })

  it.runIf(process.platform === 'linux')("a killed server's programs are killed too", async () => {
    const runner = new URL('run.ts', import.meta.url).pathname
    const code = `
      import { run } from ${JSON.stringify(runner)}
      await run(process.execPath, ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)'], {
        signal: new AbortController().signal, timeoutMs: 20000, memoryBytes: 64 * 1024 ** 3,
        onLine: (line) => { console.log(line); process.kill(process.pid, 'SIGKILL') },
      })`
    let pid = 0
    const parent = run(process.execPath, ['--input-type=module', '-e', code], {
      signal: new AbortController().signal,
      timeoutMs: 20_000,
      memoryBytes: 64 * 1024 ** 3,
      onLine: (line) => {
        pid = Number(line)
      },
    })
    expect((await failure(parent)).endedBy).toBe('SIGKILL')
    expect(pid).toBeGreaterThan(0)
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

describe('finding a program', () => {
  it('returns the first on PATH', async () => {
    expect(await findProgram('sh')).toMatch(/\/sh$/)
    expect(await findProgram('no-such-program')).toBeNull()
  })

  it('uses only the operator’s setting when given', async () => {
    expect(await findProgram('sh', process.execPath)).toBe(process.execPath)
    expect(await findProgram('sh', join(folder, 'missing'))).toBeNull()
    expect(await findProgram('sh', folder)).toBeNull()
  })
})
