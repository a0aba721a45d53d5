import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { CONTACT_KEPT_DAYS } from '@callfolio/shared/contract/contact.ts'
import { PrivacyPolicyScreen } from './privacy-policy-screen.tsx'

const text = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PrivacyPolicyScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('the privacy policy says what files may still hold of what was deleted, for each kind of database and for backups', () => {
  expect(text()).toMatch(/SQLite[^.]*overwritten with zeros/)
  expect(text()).toMatch(/PostgreSQL[^.]*may hold/)
  expect(text()).toMatch(/backups[^.]*may hold/)
})

test('the privacy policy says how long messages to the operator are kept', () => {
  expect(text()).toContain(`after ${CONTACT_KEPT_DAYS} days`)
})
