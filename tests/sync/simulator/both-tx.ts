import type { StorageTx } from '#sync/engine/ports.ts'

const WRITES = /^(put|delete|lay|empty)/

/** Lists whose order is part of the promise. */
const ORDERED = /^(outbox|parked)/

/** A text that is equal for equal content, whether a field is missing or undefined. */
const textOf = (name: string, value: unknown): string =>
  Array.isArray(value) && !ORDERED.test(name)
    ? JSON.stringify(value.map((one) => JSON.stringify(one, sortedKeys)).toSorted())
    : (JSON.stringify(value, sortedKeys) ?? 'undefined')

const sortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/**
 * A transaction on the shipped storage and the model: writes go to both, and every read of the one
 * must equal that of the other.
 * @param isComparable false while another tab may have written since the transaction began
 */
export const bothTx = (
  shipped: StorageTx,
  model: StorageTx,
  { isComparable, tell }: { isComparable: () => boolean; tell: (violation: string) => void },
): StorageTx =>
  new Proxy(shipped, {
    get(_target, name: keyof StorageTx) {
      const [own, other] = [shipped[name], model[name]] as ((...args: unknown[]) => unknown)[]
      return (...args: unknown[]): unknown => {
        const result = own?.(...args)
        if (WRITES.test(name)) {
          const modelled = other?.(...args)
          return result instanceof Promise
            ? result.then(async (value: unknown) => {
                await modelled
                return value
              })
            : result
        }
        return Promise.resolve(result).then(async (value) => {
          const expected = await other?.(...args)
          if (isComparable() && textOf(name, value) !== textOf(name, expected))
            tell(
              `ST shipped ${name}(${JSON.stringify(args).slice(0, 80)}) reads ${textOf(name, value).slice(0, 200)}, the model ${textOf(name, expected).slice(0, 200)}`,
            )
          return value
        })
      }
    },
  })
