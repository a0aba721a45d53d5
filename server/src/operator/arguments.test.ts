import { describe, expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const read = (line: string) => readArguments(line.split(' '))

describe('a command', () => {
  test.each([
    ['user list', { name: 'user list' }],
    ['usage Ann@Example.org', { name: 'usage', email: 'ann@example.org' }],
    ['jobs failed', { name: 'jobs failed' }],
    ['jobs retry mail:1', { name: 'jobs retry', id: 'mail:1' }],
    ['operator ann@example.org', { name: 'operator', email: 'ann@example.org', revoke: false }],
    ['operator ann@example.org --revoke', { name: 'operator', email: 'ann@example.org', revoke: true }],
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
  ])('"%s" is understood', (line, command) => {
    expect(read(line)).toEqual({ command, json: false })
    expect(read(`${line} --json`)).toEqual({ command, json: true })
  })

  test.each([
    ['', 'There is no command'],
    ['user', 'There is no command "user"'],
    ['copy --to /srv/calls', '--to belongs to backup'],
    ['user list everybody', '"everybody" is too much'],
    ['user delete ann@example.org', 'Nothing was deleted: add --yes'],
    ['factor remove ann@example.org', 'Name the factor’s id'],
    ['factor remove ann@example.org 1a', 'Nothing was removed: add --yes'],
    ['usage ann', 'An e-mail address is needed'],
    ['jobs retry', 'Name the job’s id'],
    ['usage', 'An e-mail address is needed'],
    ['operator', 'An e-mail address is needed'],
    ['usage ann@example.org --revoke', '--revoke belongs to operator'],
    ['usage ann@example.org --until 2027-01-31', '--until belongs to plan set'],
    ['plan set ann@example.org gold', 'has to be one of free, pro, team'],
    ['plan set ann@example.org pro --until soon', '"soon" is no date'],
    ['plan set ann@example.org pro --until 2027-06-31', '"2027-06-31" is no date'],
    ['backup', 'Name --to'],
    ['restore --to /backups', '--to belongs to backup'],
    ['verify', 'Name the backup’s folder'],
    ['user list --force', 'The options cannot be read'],
  ])('"%s" is refused in a sentence', (line, sentence) => {
    expect(() => read(line)).toThrow(sentence)
    expect(() => read(line)).toThrow('Usage: npm run admin')
  })
})
