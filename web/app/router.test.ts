import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { APP_PATHS } from '@callfolio/shared/app-paths.ts'
import { ROUTES } from './router.tsx'

const pathsOf = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsOf(children)])

test('the server knows every address of the app, so that it answers 404 at others only', () => {
  expect(
    pathsOf(ROUTES)
      .filter((path) => path !== '*')
      .toSorted(),
  ).toEqual([...APP_PATHS].toSorted())
})
