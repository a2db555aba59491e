// Apart from the contract, so that a page can use them without its schemas.
export const maxNameLength = 120;
export const maxShortLength = 60;
export const maxStreetLength = 160;
export const maxEmailLength = 254;
export const maxInvoiceEmails = 10;
export const maxReasonLength = 300;
export const customerSorts = ['name', 'created'] as const;
export const customerKinds = ['client', 'partner'] as const;
export type CustomerKind = (typeof customerKinds)[number];
export const customerStatuses = ['A', 'B', 'D'] as const;
export type CustomerStatus = (typeof customerStatuses)[number];
/** Days in which a deleted party can be restored. */
export const undoDays = 30;
export const customerViews = ['A', 'B', 'D', 'unused'] as const;
export type CustomerView = (typeof customerViews)[number];
