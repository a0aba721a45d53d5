/** A unique name: the wanted one, or with the first free number appended. */
export function freeName(wanted: string, taken: readonly (string | undefined)[]): string {
  const names = [wanted, ...taken.map((_, at) => `${wanted} ${at + 2}`)]
  return names.find((name) => !taken.includes(name)) ?? wanted
}
