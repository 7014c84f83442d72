import type { Surroundings } from '#sync/engine/ports.ts'

export const browserSurroundings: Surroundings = {
  now: () => Date.now(),
  random: () => Math.random(),
  newId: () => crypto.randomUUID(),
  sleep(ms) {
    let wake = (): void => undefined
    const done = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    return { done, interrupt: () => wake() }
  },
}
