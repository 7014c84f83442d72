export interface Emitter<T> {
  emit(value: T): void
  /** Returns the function that unsubscribes. */
  on(listener: (value: T) => void): () => void
}

export const createEmitter = <T>(): Emitter<T> => {
  const listeners = new Set<(value: T) => void>()
  return {
    emit(value) {
      for (const listener of [...listeners]) listener(value)
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
