// Plain JavaScript on purpose: it runs on any Node and says in one sentence why the rest would not.
if (!process.features.typescript) {
  console.error(
    `This project needs Node 22.18 or newer, but this is ${process.version}. npm couldn’t install Node 24 here, so install it yourself.`,
  )
  process.exit(1)
}
