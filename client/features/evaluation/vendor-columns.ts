/** The vendors that a person compares, in their order. Vendors added later are shown last. */
export interface VendorColumnChoice {
  order: readonly number[]
  hidden: readonly number[]
}
export const EVERY_VENDOR: VendorColumnChoice = { order: [], hidden: [] }

export interface VendorColumn {
  vendorId: number
  name: string
  /** Position in the evaluation. */
  position: number
  isShown: boolean
}

export const vendorColumns = (
  vendors: readonly { vendorId: number; name: string }[],
  choice: VendorColumnChoice,
): VendorColumn[] => {
  const place = (vendorId: number): number => {
    const found = choice.order.indexOf(vendorId)
    return found === -1 ? choice.order.length : found
  }
  return vendors
    .map(({ vendorId, name }, position) => ({
      vendorId,
      name,
      position,
      isShown: !choice.hidden.includes(vendorId),
    }))
    .sort((a, b) => place(a.vendorId) - place(b.vendorId) || a.position - b.position)
}

export const moveVendor = (
  columns: readonly VendorColumn[],
  vendorId: number,
  by: -1 | 1,
): readonly number[] => {
  const order = columns.map((column) => column.vendorId)
  const from = order.indexOf(vendorId)
  const to = from + by
  if (from === -1 || to < 0 || to >= order.length) return order
  order.splice(from, 1)
  order.splice(to, 0, vendorId)
  return order
}
