/** An iPhone or iPad. An iPad gives the name of a Mac, which has no touch screen. */
export const isAppleTouch = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
