/** I1-I3, or RE1–3 as a SPEC file writes it → I1, I2, I3. */
const expand = (id: string): string[] => {
  const [, family = '', from = '', to = from] =
    /^([A-Z]+)(\d+)(?:(?:-\1|–(?:\1)?)(\d+))?$/.exec(id) ?? []
  return Array.from(
    { length: Number(to) - Number(from) + 1 },
    (_, i) => family + (Number(from) + i),
  )
}
const idsIn = (matches: Iterable<RegExpExecArray>): string[] =>
  [...matches].flatMap(([, ids = '']) => ids.split(/,? /).flatMap(expand))

/** The ids that the titles in the source of a test file carry, such as [I1 I2] or [I1-I7 L1]. */
export const idsOfSource = (text: string): string[] =>
  idsIn(text.matchAll(/['"`]\[([A-Z]{1,2}\d[A-Z\d -]*)\]/g))
/** The ids that one title carries, with the titles around it. */
export const idsOfTitle = (title: string): string[] =>
  idsIn(title.matchAll(/\[([A-Z]{1,2}\d[A-Z\d -]*)\]/g))
/** The ids in the first column of a SPEC file. */
export const rulesOf = (spec: string): string[] =>
  idsIn(spec.matchAll(/^\| ([A-Z]{1,2}\d[A-Z\d –,]*) \|/gm))
