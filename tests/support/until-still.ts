import type { Page } from '@playwright/test'

/** Until no transition is under way: a colour on its way from one state to the other is nobody's colour. Spinners, which never end, are not waited for. */
export const untilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // What was rendered last starts its transitions with the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
  })
