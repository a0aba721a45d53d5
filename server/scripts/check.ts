/** What is worth running before every commit: all but the slow tests, PostgreSQL and the browser. */
import { STATIC_PARTS, vitestPart } from './check-parts.ts'
import { runParts } from './parts.ts'

const tests = vitestPart('Fast tests and boundaries', '--exclude=**/*.slow.test.ts')
process.exitCode = await runParts([...STATIC_PARTS, { ...tests, env: { TEST_DATABASES: 'sqlite' } }])
