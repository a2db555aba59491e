import type { signIn as defining } from '../en-US/part-sign-in.ts';
import type { Texts } from '../types.ts';
import { errors } from './errors.ts';
import { session } from './session.ts';
import { uiBasics } from './ui-basics.ts';

export const signIn: Texts<typeof defining> = {
  ...uiBasics,
  ...errors,
  ...session,
};
