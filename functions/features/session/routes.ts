import { signIn } from './login.ts';
import { readSignInPage } from './login-config.ts';
import { signOut } from './logout.ts';
import { markSessionUse } from './mark-use.ts';
import { endSessionsOfOwn, readOwnSessions } from './own-sessions.ts';
import { readSessionConfig } from './read-config.ts';
import { renewToken } from './refresh-token.ts';
import { takeSsoCode } from './saml-callback.ts';

export const routes = [
  markSessionUse,
  readOwnSessions,
  endSessionsOfOwn,
  signIn,
  readSignInPage,
  signOut,
  renewToken,
  readSessionConfig,
  takeSsoCode,
];
