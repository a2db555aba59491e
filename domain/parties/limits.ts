// Apart from the contract, so that a page can use them without its schemas.
export const maxNameLength = 120;
export const maxShortLength = 60;
export const maxStreetLength = 160;
export const maxEmailLength = 254;
export const mostInvoiceEmails = 10;
export const maxReasonLength = 300;
export const partySorts = ['name', 'created'] as const;
export const partyKinds = ['client', 'partner'] as const;
export type PartyKind = (typeof partyKinds)[number];
export const partyStatuses = ['A', 'B', 'D'] as const;
export type PartyStatus = (typeof partyStatuses)[number];
/** Days in which a deleted party can be restored. */
export const undoDays = 30;
export const partyViews = ['A', 'B', 'D', 'unused'] as const;
export type PartyView = (typeof partyViews)[number];
