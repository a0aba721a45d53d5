import { ERRORS } from '@tus/server'
import { expect, test } from 'vitest'
import type { DiskTrouble } from '../kernel/disk-trouble.ts'
import { toTusError } from './tus-errors.ts'

const withDisk = (check: () => Promise<DiskTrouble | null>) => ({ maxBytes: 1, disk: { note: () => false, check } })

test.each([
  ['a disk that is full', async () => 'full' as const, 507],
  ['a sender that went away', async () => null, 500],
  ['a database that can’t be asked', async () => Promise.reject(new Error('away')), 500],
])('checks the disk when tus could not write bytes without giving the reason: %s', async (_, check, status) => {
  expect((await toTusError(ERRORS.FILE_WRITE_ERROR, withDisk(check))).status_code).toBe(status)
})

test('does not check the disk for other refusals', async () => {
  const check = () => Promise.resolve('full' as const)
  expect((await toTusError(ERRORS.FILE_NOT_FOUND, withDisk(check))).status_code).toBe(404)
})
