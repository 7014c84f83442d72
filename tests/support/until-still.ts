import type { Page } from '@playwright/test'

/**
 * Waits until no transition runs: an interpolated colour belongs to neither state. An inheriting
 * element starts its own one a frame after its parent's has ended. Endless spinners are not waited
 * for.
 */
export const untilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const STILL_FRAMES = 3
    const MOST_FRAMES = 200
    let still = 0
    for (let frame = 0; frame < MOST_FRAMES && still < STILL_FRAMES; frame += 1) {
      await new Promise(requestAnimationFrame)
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
      still = ending.length === 0 ? still + 1 : 0
    }
  })
