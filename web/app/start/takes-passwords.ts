import { signInPage } from './boot.ts';

/** Whether users of this unit sign in by password, as of when this window was opened. */
export const takesPasswords: boolean = signInPage?.ways.includes('password') ?? true;
