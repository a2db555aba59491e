import { signInPage } from './boot.ts';

/** Whether people of this unit sign in by passwords, as its sign-in page said when this window was opened. */
export const takesPasswords: boolean = signInPage?.ways.includes('password') ?? true;
