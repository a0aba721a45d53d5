// The content security policy blocks eval. zod would try it once, and the violation would appear in the console. zod
// reads its settings here when it is loaded, which is later than the first page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
