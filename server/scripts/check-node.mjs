// Plain JavaScript on purpose: it runs on any Node and says in one sentence why the rest would not.
if (!process.features.typescript) {
  console.error(
    `Node 22.18 or newer is needed to run TypeScript (24 is installed with the project where possible); this is ${process.version}.`,
  )
  process.exit(1)
}
