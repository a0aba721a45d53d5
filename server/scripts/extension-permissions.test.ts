import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXTENSION_PERMISSIONS, type ExtensionBrowser } from '@callfolio/shared/extension/extension-permissions.ts'
import { buildIfChanged, EXTENSION } from './build.ts'
import { EXTENSION_FOLDERS, HOW_TO_LOAD } from './load-extension.ts'
import { ROOT } from './places.ts'

/** Keys that only Chrome and Edge support: Firefox would warn about or refuse them. */
const CHROME_ONLY = ['offscreen', 'tabCapture', 'sidePanel', 'power']

type Manifest = Record<string, unknown> &
  Partial<Record<'permissions' | 'host_permissions' | 'optional_permissions' | 'optional_host_permissions', string[]>>

async function getManifest(browser: ExtensionBrowser): Promise<Manifest> {
  return JSON.parse(await readFile(join(EXTENSION_FOLDERS[browser], 'manifest.json'), 'utf8')) as Manifest
}

const getRows = (browser: ExtensionBrowser, asked: 'install' | 'use') =>
  EXTENSION_PERMISSIONS.filter((permission) => permission.asked === asked && permission.browsers.includes(browser)).map(
    ({ name }) => name,
  )

beforeAll(async () => {
  await buildIfChanged(EXTENSION)
})

describe.each(['chrome', 'firefox'] as const)('the extension for %s', (browser) => {
  test('requests exactly the permissions that have a reason', async () => {
    const {
      permissions = [],
      host_permissions = [],
      optional_permissions = [],
      optional_host_permissions = [],
    } = await getManifest(browser)
    expect([...permissions, ...host_permissions].toSorted()).toEqual(getRows(browser, 'install').toSorted())
    expect([...optional_permissions, ...optional_host_permissions].toSorted()).toEqual(
      getRows(browser, 'use').toSorted(),
    )
  })

  test('is in the folder that the start prints', () => {
    expect(HOW_TO_LOAD).toContain(EXTENSION_FOLDERS[browser])
  })

  test('runs in no page without a request', async () => {
    expect(await getManifest(browser)).not.toHaveProperty('content_scripts')
    expect(await getManifest(browser)).not.toHaveProperty('externally_connectable')
  })
})

test('the Chrome manifest has a fixed id and the oldest supported browser', async () => {
  expect(await getManifest('chrome')).toMatchObject({ key: expect.any(String), minimum_chrome_version: '116' })
})

test('the Firefox manifest has an id and a data disclosure, and no Chrome-only keys', async () => {
  const manifest = await getManifest('firefox')
  const gecko = {
    id: 'callfolio@extension',
    data_collection_permissions: { required: ['authenticationInfo', 'personalCommunications'] },
  }
  expect(manifest).toMatchObject({
    manifest_version: 3,
    // Not persistent: Firefox would refuse it.
    background: { scripts: ['background.js'] },
    browser_specific_settings: { gecko },
  })
  expect(manifest.permissions?.filter((name) => CHROME_ONLY.includes(name))).toEqual([])
  expect(manifest).not.toHaveProperty('side_panel')
})

test.each(EXTENSION_PERMISSIONS)('$name is used for its stated reason', async ({ reason, usedIn, api }) => {
  expect(reason).toMatch(/^[A-Z].*\.$/)
  expect(await readFile(join(ROOT, 'extension', usedIn), 'utf8')).toContain(api)
})
