export { insertParty, keptFields, orTaken, refusedFields } from './party-input.ts';
