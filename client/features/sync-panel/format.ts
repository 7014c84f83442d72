const pad = (value: number) => String(value).padStart(2, '0')

/** H:mm today, DD.MM. H:mm before: when an edit was made on this device. */
export const formatClock = (at: number): string => {
  const date = new Date(at)
  const clock = `${date.getHours()}:${pad(date.getMinutes())}`
  return date.toDateString() === new Date().toDateString() ? clock : `${pad(date.getDate())}.${pad(date.getMonth() + 1)}. ${clock}`
}
