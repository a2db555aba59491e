export { PartyDrawer, type PartyPanel, partyPanels } from './PartyDrawer.tsx';
export { PartyFields } from './PartyFields.tsx';
export { partiesQuery, partyQuery, refreshParties } from './queries.ts';
export { labelOf, type PartyForm, partyInputOf, usePartyForm } from './use-party-form.ts';
