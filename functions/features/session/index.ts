import { signIn } from './login.ts';
import { readSignInPage } from './login-config.ts';
import { signOut } from './logout.ts';
import { readSessionConfig } from './read-config.ts';
import { renewToken } from './refresh-token.ts';
import { takeSsoCode } from './saml-callback.ts';

export { admit, type Entrant, type KnownEntrant, type Limited, limitsRefuse, recordRefusal } from './admit.ts';
export { deviceOf } from './device.ts';
export { mustChange, type PasswordAge } from './must-change.ts';
export type { SsoCode } from './saml-callback.ts';
export type { Pending, StarterFacts } from './start-session.ts';
export { makeTicket, takeTicket, takeTicketOfPerson } from './tickets.ts';
export { waitCode } from './wait-code.ts';
export { takesPasswords } from './ways.ts';

export const sessionRoutes = [signIn, readSignInPage, signOut, renewToken, readSessionConfig, takeSsoCode];
export { factsOfOwnActing, tokenOfFacts, tokenOfSession } from './token-of-session.ts';
