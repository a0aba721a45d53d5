/** "(she/her)", "they/them" */
export const PRONOUNS =
  /\s*[([]?\b(?:she|he|they|it|ze|xe|any|sie|er|elle|il|ella|él)(?:\s*\/\s*[\p{L}']+){1,3}[)\]]?$/iu

/** Whether a site shows this text in place of a person's picture: "AW", "A". */
export function isInitials(text: string, name: string): boolean {
  const letters = name.split(/[\s-]+/).map((word) => /^./u.exec(word)?.[0] ?? '')
  const shown = [letters.join(''), `${letters[0]}${letters.at(-1)}`, letters[0]].map((each) => each?.toUpperCase())
  return /^\p{Lu}{1,3}$/u.test(text) && shown.includes(text)
}
