import { errors } from './errors.ts';
import { session } from './session.ts';
import { uiBasics } from './ui-basics.ts';

// What the sign-in page and its neighbours need: one line per feature that shows text before sign-in.
export const signIn = {
  ...uiBasics,
  ...errors,
  ...session,
};
