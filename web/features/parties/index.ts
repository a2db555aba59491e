export { PartyDrawer, type PartyPanel } from './PartyDrawer.tsx';
export { PartyFields } from './PartyFields.tsx';
export { partiesQuery } from './queries.ts';
export { labelOf, type PartyForm, partyInputOf, usePartyForm } from './use-party-form.ts';
