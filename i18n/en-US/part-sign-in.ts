import { errors } from './errors.ts';
import { session } from './session.ts';
import { uiBasics } from './ui-basics.ts';

// What the public pages need: one line per feature that shows text before sign-in.
export const entry = {
  ...uiBasics,
  ...errors,
  ...session,
};
