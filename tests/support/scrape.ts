export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** The samples of a text in the format of Prometheus; throws at a line of another form. */
export const samplesOf = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const found = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line)
      if (found === null) throw new Error(`not a sample: ${line}`)
      const [, name = '', labels = '', value] = found
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
      return {
        name,
        labels: Object.fromEntries(pairs.map(([, key = '', of = '']) => [key, of])),
        value: Number(value),
      }
    })

/** Value of the sample with this name and these labels; null if there is none. */
export const valueOf = (
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | null =>
  samples.find(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value ?? null
