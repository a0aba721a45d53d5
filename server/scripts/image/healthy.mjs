// The image's health check. Plain JavaScript because it starts every 30 seconds.
const { PORT = '3000' } = process.env
try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT}/readyz`)
  process.exitCode = ok ? 0 : 1
} catch {
  process.exitCode = 1
}
