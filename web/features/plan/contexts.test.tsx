import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useAuth } from '../session/auth-provider.tsx'
import { useSubscription } from './subscription-provider.tsx'

test.each([
  [useAuth, 'useAuth must be used within an AuthProvider'],
  [useSubscription, 'useSubscription must be used within a SubscriptionProvider'],
])('%o outside its provider throws "%s"', (useContext, message) => {
  function Lost() {
    useContext()
    return null
  }
  expect(() => renderToString(<Lost />)).toThrow(message)
})
