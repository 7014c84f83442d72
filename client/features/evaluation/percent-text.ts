export const percentText = (percent: number | null): string | null =>
  percent === null ? null : `${percent} %`
