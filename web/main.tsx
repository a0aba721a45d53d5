// oxlint-disable-next-line import/no-unassigned-import -- It sets something, before a schema is made.
import '@callfolio/shared/client/schemas-without-eval.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { isRefusal } from '@callfolio/shared/is-refusal.ts'
import './app/app.css'
import { createRouter } from './app/router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the app.')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </QueryClientProvider>
  </StrictMode>,
)

/** The query cache. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 10_000, retry: (failures, error) => failures < 2 && !isRefusal(error) } },
  })
}
