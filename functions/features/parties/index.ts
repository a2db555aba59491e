export { insertParty, keptFields, orTaken } from './party-input.ts';
