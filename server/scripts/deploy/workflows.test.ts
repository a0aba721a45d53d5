import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../places.ts'

const FOLDER = '.github/workflows'
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
const workflowSchema = z.looseObject({
  jobs: z.record(
    z.string(),
    z.looseObject({
      needs: z.union([z.string().transform((name) => [name]), z.array(z.string())]).default([]),
      uses: z.string().optional(),
      steps: z.array(z.looseObject({ run: z.string().optional() })).default([]),
    }),
  ),
})

test.each(globSync(`${FOLDER}/*.yml`, { cwd: ROOT }).map((path) => basename(path)))(
  '%s names only jobs, workflows and npm scripts that exist',
  (name) => {
    const { jobs } = workflowSchema.parse(parse(readFileSync(join(ROOT, FOLDER, name), 'utf8')))
    expect(Object.keys(jobs)).not.toEqual([])
    for (const { needs, uses, steps } of Object.values(jobs)) {
      expect(needs.filter((other) => !(other in jobs))).toEqual([])
      if (uses !== undefined) expect(existsSync(join(ROOT, uses)), uses).toBe(true)
      for (const { run = '' } of steps)
        for (const [, script = ''] of run.matchAll(/npm (?:run )?(?!run)([\w-]+)/g))
          expect(scripts).toHaveProperty(script)
    }
  },
)
