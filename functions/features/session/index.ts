export { admit, type Entrant, type KnownEntrant, type Limited, limitsRefuse, recordRefusal } from './admit.ts';
export { deviceOf } from './device.ts';
export { mustChange, type PasswordAge } from './must-change.ts';
export type { SsoCode, WaitingLink } from './saml-callback.ts';
export type { Pending, StarterFacts } from './start-session.ts';
export { makeTicket, takeTicket, takeTicketOfPerson } from './tickets.ts';
export { factsOfOwnActing, tokenOfFacts, tokenOfSession } from './token-of-session.ts';
export { waitCode } from './wait-code.ts';
export { takesPasswords } from './ways.ts';
