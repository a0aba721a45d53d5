/** Settings under which every route answers, and limits count each request for another client. */
export const FUZZED_SERVER = {
  TRUST_PROXY: 'true',
  DEFAULT_PLAN: 'team',
  CONTACT_EMAIL: 'contact@example.org',
  TRANSCRIBER: 'none',
  ANALYST: 'extractive',
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
  LOG_LEVEL: 'error',
}
