/**
 * The id of a row that both sides may make: a vendor's number is part of it, so that no two sides
 * ever mean the same row.
 */
export const sidedId = (id: string, vendorId: number | null): string =>
  vendorId === null ? id : `${id}.${vendorId}`
