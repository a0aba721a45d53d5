// The content policy lets nothing compile code. zod would ask, once, and the refusal would appear in the console. It reads
// its settings here when it is loaded, which is later than the first page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
