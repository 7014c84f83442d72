/** The first open id after a place; null = there is none. */
export const nextOpenId = (
  ids: readonly string[],
  at: number,
  isOpen: (id: string) => boolean,
): string | null => ids.slice(at + 1).find(isOpen) ?? null
