declare module '*.md' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- an ambient module has no relative imports
  export const text: import('../legal-text.ts').LegalText
}
