import { signIn } from './login.ts';
import { readSignInPage } from './login-config.ts';
import { signOut } from './logout.ts';
import { readSessionConfig } from './read-config.ts';
import { renewToken } from './refresh-token.ts';

export { type StarterFacts, startSession } from './start-session.ts';
export { waysOf } from './ways.ts';

export const sessionRoutes = [signIn, readSignInPage, signOut, renewToken, readSessionConfig];
export { factsOfOwnActing, tokenOfFacts, tokenOfSession } from './token-of-session.ts';
