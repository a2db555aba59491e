import { signIn } from './login.ts';
import { readSignInPage } from './login-config.ts';
import { signOut } from './logout.ts';
import { readSessionConfig } from './read-config.ts';
import { renewToken } from './refresh-token.ts';
import { takeSsoCode } from './saml-callback.ts';

export const routes = [signIn, readSignInPage, signOut, renewToken, readSessionConfig, takeSsoCode];
