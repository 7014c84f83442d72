import type { Page } from '@playwright/test'

/**
 * Until no transition is under way: a colour on its way from one state to the other is nobody's
 * colour. Where motion is reduced everything has a very short one, and what inherits a colour
 * begins its own when that of its parent has ended, a frame later. Spinners, which never end, are
 * not waited for.
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
