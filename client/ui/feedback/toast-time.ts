/** How long messages stay: as set for each, ten times as long, or until they are closed. */
export const TOAST_TIMES = ['usual', 'long', 'always'] as const
export type ToastTime = (typeof TOAST_TIMES)[number]

const SETTING = 'tenderbook.toast-time'
const FACTORS = { usual: 1, long: 10, always: null } as const satisfies Record<
  ToastTime,
  number | null
>

export const readToastTime = (): ToastTime => {
  const kept = localStorage.getItem(SETTING)
  return TOAST_TIMES.find((time) => time === kept) ?? 'usual'
}
export const setToastTime = (time: ToastTime): void => localStorage.setItem(SETTING, time)

/** The time in ms that this person gives a message; null = until it is closed. */
export const shownFor = (usualMs: number | null): number | null => {
  const factor = FACTORS[readToastTime()]
  return usualMs === null || factor === null ? null : usualMs * factor
}
