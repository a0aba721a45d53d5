import { describe, expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const read = (line: string) => readArguments(line.split(' '))

describe('a command', () => {
  test.each([
    ['user list', { name: 'user list' }],
    ['usage Ann@Example.org', { name: 'usage', email: 'ann@example.org' }],
    ['jobs failed', { name: 'jobs failed' }],
    ['jobs retry mail:1', { name: 'jobs retry', id: 'mail:1' }],
    ['admin grant ann@example.org', { name: 'admin grant', email: 'ann@example.org' }],
    ['admin revoke ann@example.org', { name: 'admin revoke', email: 'ann@example.org' }],
    ['user delete ann@example.org --yes', { name: 'user delete', email: 'ann@example.org' }],
    ['factor list ann@example.org', { name: 'factor list', email: 'ann@example.org' }],
    ['factor remove ann@example.org 1a --yes', { name: 'factor remove', email: 'ann@example.org', id: '1a' }],
    ['backup --to /backups/calls', { name: 'backup', place: '/backups/calls' }],
    ['restore --from /backups/calls', { name: 'restore', place: '/backups/calls' }],
    ['backup --to s3://backups?region=eu', { name: 'backup', place: 's3://backups?region=eu' }],
    ['verify /backups/calls', { name: 'verify', place: '/backups/calls' }],
    ['plan set ann@example.org pro', { name: 'plan set', email: 'ann@example.org', planId: 'pro', until: null }],
    [
      'plan set ann@example.org pro --until 2027-01-31',
      { name: 'plan set', email: 'ann@example.org', planId: 'pro', until: new Date('2027-01-31T23:59:59.999Z') },
    ],
  ])('"%s" is parsed', (line, command) => {
    expect(read(line)).toEqual({ command, json: false })
    expect(read(`${line} --json`)).toEqual({ command, json: true })
  })

  test.each([
    ['', 'Unknown command'],
    ['user', 'Unknown command "user"'],
    ['copy --to /srv/calls', '--to only works with backup'],
    ['user list everybody', 'Unexpected argument "everybody"'],
    ['user delete ann@example.org', 'Nothing deleted. Add --yes'],
    ['factor remove ann@example.org', 'Specify the factor’s ID'],
    ['factor remove ann@example.org 1a', 'Nothing removed. Add --yes'],
    ['usage ann', 'Specify an email address'],
    ['jobs retry', 'Specify the job’s ID'],
    ['usage', 'Specify an email address'],
    ['admin grant', 'Specify an email address'],
    ['usage ann@example.org --until 2027-01-31', '--until only works with plan set'],
    ['plan set ann@example.org gold', 'must be one of free, pro, team'],
    ['plan set ann@example.org pro --until soon', '"soon" isn’t a date'],
    ['plan set ann@example.org pro --until 2027-06-31', '"2027-06-31" isn’t a date'],
    ['backup', 'Specify --to'],
    ['restore --to /backups', '--to only works with backup'],
    ['verify', 'Specify the backup’s folder'],
    ['user list --force', 'Invalid options'],
  ])('"%s" is refused with a sentence', (line, sentence) => {
    expect(() => read(line)).toThrow(sentence)
    expect(() => read(line)).toThrow('Usage: npm run admin')
  })
})
